import { renderToStaticMarkup } from 'react-dom/server.edge'
import { expect, test } from 'vitest'
import { PasswordField } from './password-field.tsx'

test('a password is masked until its person asks to see it', () => {
  const typeOf = (markup: string) => /<input[^>]* type="(\w+)"/.exec(markup)?.[1]
  const masked = renderToStaticMarkup(<PasswordField label="Password" autoComplete="current-password" />)
  expect(typeOf(masked)).toBe('password')
  expect(masked).toContain('aria-label="Show characters"')
  const shown = renderToStaticMarkup(<PasswordField label="Password" isShown onToggle={() => {}} />)
  expect(typeOf(shown)).toBe('text')
})
