import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import helmet from 'helmet'

/** What the third-party scripts need; they are only named on pages of a shop that has configured them. */
const ANALYTICS = ['https://www.googletagmanager.com', 'https://www.google-analytics.com']
const PIXEL = ['https://connect.facebook.net', 'https://www.facebook.com']

export interface SecuritySettings {
  readonly PUBLIC_URL: string | null
  readonly GA_MEASUREMENT_ID: string | null
  readonly META_PIXEL_ID: string | null
}

/**
 * The security headers of every answer, computed once: they are the same for everybody, so a request only copies them.
 * Styles may be inline because components size and place things by style attributes; scripts never are.
 * @param options.thirdParty name the configured analytics hosts; never on pages that show or take personal data
 */
export function securityHeaders(
  settings: SecuritySettings,
  options: { readonly thirdParty: boolean },
): Record<string, string> {
  const analytics = options.thirdParty && settings.GA_MEASUREMENT_ID !== null ? ANALYTICS : []
  const pixel = options.thirdParty && settings.META_PIXEL_ID !== null ? PIXEL : []
  const encrypted = settings.PUBLIC_URL?.startsWith('https:') ?? false
  const protect = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...analytics, ...pixel],
        scriptSrcAttr: ["'none'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'https:', 'http:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", ...analytics, ...pixel],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        ...(encrypted ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    strictTransportSecurity: encrypted ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xDnsPrefetchControl: false,
    xXssProtection: false,
    originAgentCluster: false,
  })
  const headers: Record<string, string> = {
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()',
  }
  const request = new IncomingMessage(new Socket())
  const response = new ServerResponse(request)
  protect(request, response, () => {})
  for (const [name, value] of Object.entries(response.getHeaders())) headers[name] = String(value)
  return headers
}
