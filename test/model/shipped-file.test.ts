import { existsSync } from 'node:fs'
import { expect, it, vi } from 'vitest'
import { shippedFile } from '../../src/model/shipped-file.ts'

it('a file that is part of a clone is named as it is found from the working folder', () => {
  expect(shippedFile('slack-manifest.json')).toBe('config/slack-manifest.json')
  vi.spyOn(process, 'cwd').mockReturnValue('/somewhere/else')
  const path = shippedFile('slack-manifest.json')
  expect(path).toMatch(/^\//)
  expect(existsSync(path)).toBe(true)
})
