import { expect, it } from 'vitest'
import { catchUpQuestion } from '../../../src/features/pauses/messages.ts'
import { sketches } from '../../tools/message-sketch.ts'

const at = Date.UTC(2026, 10, 20, 14, 4)
const question = { subscription: 'acme', alert: '7', alertName: 'Acme brand', since: at } as const

it('the catch-up question says how many mentions came during the pause', () =>
  expect(
    sketches([
      catchUpQuestion({ ...question, waiting: 412 }),
      catchUpQuestion({ ...question, waiting: { atLeast: 3000 } }),
      catchUpQuestion({ ...question, waiting: undefined }),
    ]),
  ).toMatchSnapshot())
