import { it } from 'vitest'
import { killWhilePressing } from '../tools/e2e/killed-presses.ts'

it('a kill -9 of three processes on one database between a post or the press of a button and its effects loses no reminder and no webhook, repeats no reminder, and each event of a webhook has one id', () =>
  killWhilePressing(3))
