import { expect, it } from 'vitest'
import { forget } from '../../src/cli/forget.ts'

it.each([
  [[], '--author is missing'],
  [['--author', ' '], '--author is missing'],
  [['--author', '.x'], 'too short'],
])('npm run forget with the arguments %j fails with a message that contains "%s"', async (args, sentence) => {
  await expect(forget(args)).rejects.toThrow(sentence)
})
