import { afterEach, expect, it, vi } from 'vitest'
import { deleteAt } from './delete-at.ts'

const answers = vi.fn<typeof fetch>()
vi.stubGlobal('fetch', answers)
afterEach(() => answers.mockReset())

const answer = (status: number) =>
  answers.mockResolvedValue(Response.json({ code: 'X', message: 'No.', requestId: 'r' }, { status }))

it('what is gone is deleted, by an earlier try or by somebody else', async () => {
  answer(404)
  await expect(deleteAt('/api/admin/products/7')).resolves.toBeUndefined()
  expect(answers).toHaveBeenCalledWith('/api/admin/products/7', expect.objectContaining({ method: 'DELETE' }))
})

it.each([403, 409, 503])('what the shop answers with %d is not deleted', async (status) => {
  answer(status)
  await expect(deleteAt('/api/admin/products/7')).rejects.toThrow('No.')
})
