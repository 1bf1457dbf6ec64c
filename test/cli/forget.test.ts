import { expect, it } from 'vitest'
import { forget } from '../../src/cli/forget.ts'

it.each([
  [' ', '--author is missing'],
  ['.x', 'too short'],
])(
  'npm run forget with the author "%s" fails with a message that contains "%s"',
  async (author, sentence) => {
    await expect(forget({ author })).rejects.toThrow(sentence)
  },
)
