import { it } from 'vitest'
import { killWhilePressing } from '../tools/e2e/killed-presses.ts'

it('a kill -9 of three processes on one database between a post or the press of a button and its effects loses and repeats no reminder, and no feature misses a change', () =>
  killWhilePressing(3))
