import { it } from 'vitest'
import { killWhilePressing } from '../../tools/e2e/killed-presses.ts'

it('a kill -9 of one process on a folder between a post or the press of a button and its effects loses no reminder and no webhook, repeats no reminder, and each event of a webhook has one id', () =>
  killWhilePressing(1))
