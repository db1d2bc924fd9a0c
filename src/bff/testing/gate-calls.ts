/** The calls of the back office that lead to a session, or end one, and so cannot ask for one. */
export const GATE_CALLS: readonly string[] = [
  'DELETE /api/admin/session',
  'POST /api/admin/invitation',
  'POST /api/admin/invitation/open',
  'POST /api/admin/session',
  'POST /api/admin/session/passkey',
  'POST /api/admin/session/passkey/options',
  'POST /api/admin/session/person',
]
