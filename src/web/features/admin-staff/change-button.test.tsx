import { renderToString } from 'react-dom/server.edge'
import { expect, test } from 'vitest'
import type { Action } from '../../lib/use-action.ts'
import { ChangeButton, ProblemOfGone, type AccessChange } from './change-button.tsx'

const INVITE: AccessChange = { path: '/invitation', request: { method: 'POST' }, done: 'Invitation sent' }
const END: AccessChange = { request: { method: 'DELETE' }, done: 'Access taken away' }
const idle = { isBusy: false, doing: undefined, last: undefined, problem: null, run: () => {} }

/** The texts of both buttons and of what stands by them, in the order in which they stand. */
function shown(action: Action<AccessChange>, offered = [INVITE.done, END.done]): readonly string[] {
  const html = renderToString(
    <>
      <ChangeButton action={action} change={INVITE} pending="Sending...">
        Send a new invitation
      </ChangeButton>
      {offered.includes(END.done) && (
        <ChangeButton action={action} change={END} pending="Taking it away...">
          Take the access away
        </ChangeButton>
      )}
      <ProblemOfGone action={action} offered={offered} />
    </>,
  )
  return [...html.matchAll(/>([^<>]+)</g)].map(([, text]) => text ?? '')
}

test('a change of access says in its own button that it is under way', () => {
  expect(shown({ ...idle, isBusy: true, doing: END, last: END })).toEqual([
    'Send a new invitation',
    'Taking it away...',
  ])
})

test('why a change of access was not made stands by its own button, once', () => {
  const failed = { ...idle, problem: 'No answer from the shop.' }
  expect(shown({ ...failed, last: INVITE })).toEqual([
    'No answer from the shop.',
    'Send a new invitation',
    'Take the access away',
  ])
  expect(shown({ ...failed, last: END })).toEqual([
    'Send a new invitation',
    'No answer from the shop.',
    'Take the access away',
  ])
})

test('why a change of access was not made is also said where its button is gone', () => {
  expect(shown({ ...idle, problem: 'No answer from the shop.', last: END }, [INVITE.done])).toEqual([
    'Send a new invitation',
    'No answer from the shop.',
  ])
})
