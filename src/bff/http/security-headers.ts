import type { FastifyReply, FastifyRequest } from 'fastify'
import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import helmet from 'helmet'

/** The hosts of third-party scripts. They are allowed only where the shop has configured them. */
const ANALYTICS = ['https://www.googletagmanager.com', 'https://www.google-analytics.com']
const PIXEL = ['https://connect.facebook.net', 'https://www.facebook.com']

export interface SecuritySettings {
  readonly PUBLIC_URL: string | null
  readonly GA_MEASUREMENT_ID: string | null
  readonly META_PIXEL_ID: string | null
}

/** Sets the headers that all answers of the shop have. */
export type SetOwnHeaders = (request: FastifyRequest, reply: FastifyReply) => FastifyReply

/** @param headers the security headers; the request's id is added to them */
export function setOwnHeadersOf(headers: Readonly<Record<string, string>>): SetOwnHeaders {
  return (request, reply) => reply.headers(headers).header('x-request-id', request.id)
}

/**
 * The security headers of every response. They are the same for all requests, so they are computed once. Inline styles
 * are allowed because components set sizes and positions by style attributes; inline scripts are not.
 * @param options.thirdParty name the configured analytics hosts; never on pages that show or take personal data
 * @param options.isFromSources allow what Vite's client needs during development: an inline script, and a worker that
 * waits for the server to restart
 */
export function securityHeaders(
  settings: SecuritySettings,
  options: { readonly thirdParty: boolean; readonly isFromSources: boolean },
): Record<string, string> {
  const analytics = options.thirdParty && settings.GA_MEASUREMENT_ID !== null ? ANALYTICS : []
  const pixel = options.thirdParty && settings.META_PIXEL_ID !== null ? PIXEL : []
  const encrypted = settings.PUBLIC_URL?.startsWith('https:') ?? false
  const protect = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...analytics, ...pixel, ...(options.isFromSources ? ["'unsafe-inline'"] : [])],
        ...(options.isFromSources ? { workerSrc: ["'self'", 'blob:'] } : {}),
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
    strictTransportSecurity: encrypted ? { maxAge: 31_536_000, includeSubDomains: true } : false,
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
