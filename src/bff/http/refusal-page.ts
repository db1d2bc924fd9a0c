import { SITE_NAME } from '#contracts/screens'
import { escapeHtml } from '#platform/text/escape-html'

interface Refusal {
  readonly status: number
  readonly message: string
  /** After how many seconds the page asks again by itself; undefined when that would not help. */
  readonly retryAfterSeconds?: number | undefined
  readonly requestId: string
}

/**
 * The page of a refused navigation. It needs no script, file or database, because it is sent when these may be missing,
 * and it costs next to nothing to make.
 */
export function refusalPage({ status, message, retryAfterSeconds, requestId }: Refusal): string {
  const isTemporary = retryAfterSeconds !== undefined
  const heading = isTemporary ? 'Just a moment' : status >= 500 ? 'Something went wrong' : headingOf(status)
  const retry = isTemporary ? `\n    <meta http-equiv="refresh" content="${retryAfterSeconds}">` : ''
  const wait = isTemporary
    ? `<p>This page tries again by itself in ${retryAfterSeconds === 1 ? 'a second' : `${retryAfterSeconds} seconds`}.</p>`
    : ''
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    <meta name="color-scheme" content="light dark">${retry}
    <link rel="icon" href="/favicon.svg" type="image/svg+xml">
    <title>${heading} - ${SITE_NAME}</title>
    <style>${STYLE}</style>
  </head>
  <body>
    <main>
      <div class="bar" aria-hidden="true"><i></i><i></i><i></i><i></i></div>
      <h1>${heading}</h1>
      <p>${escapeHtml(message)}</p>
      ${wait}
      <p class="ways">${isTemporary || status >= 500 ? RETRY : HOME}</p>
      <p class="id">Request ${escapeHtml(requestId)}</p>
    </main>
  </body>
</html>
`
}

/** What is not there has the words of its page (specification 1, section 2). */
function headingOf(status: number): string {
  return status === 404 ? '404 Page Not Found' : 'That did not work'
}

const RETRY = '<a class="button" href="">Try again</a> <a href="/">Go to the home page</a>'
const HOME = '<a class="button" href="/">Go to the home page</a>'

const STYLE = `
:root{--paper:#f6f3ec;--ink:#171512;--soft:#5d5850;--link:#00639a;color-scheme:light dark}
@media (prefers-color-scheme:dark){:root{--paper:#151412;--ink:#f3efe6;--soft:#b3ab9d;--link:#6fc6f2}}
body{margin:0;min-height:100vh;display:grid;place-items:center;background:var(--paper);color:var(--ink);font:1.0625rem/1.5 system-ui,sans-serif}
main{box-sizing:border-box;width:100%;max-width:36rem;padding:2rem 1.5rem}
h1{margin:1.25rem 0 .75rem;font-size:clamp(2rem,7vw,3.25rem);line-height:1;letter-spacing:-.02em}
p{margin:0 0 .75rem;max-width:44ch}
a{color:var(--link)}
.bar{display:flex;gap:.375rem}
.bar i{width:2.25rem;height:.625rem;background:#00a0d6}
.bar i+i{background:#d6007e}.bar i+i+i{background:#f5c400}.bar i+i+i+i{background:var(--ink)}
.ways{display:flex;flex-wrap:wrap;gap:1rem 1.5rem;align-items:center;margin:1.75rem 0}
.button{padding:.6875rem 1.25rem;border-radius:.25rem;background:var(--ink);color:var(--paper);font-weight:600;text-decoration:none}
.id{color:var(--soft);font-size:.8125rem}
`
