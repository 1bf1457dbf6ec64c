import { parseArgs } from 'node:util'
import { describe, expect, it } from 'vitest'
import { isMisused, usage } from '../../src/cli/output.ts'
import { schema } from '../../src/cli/schema.ts'
import { setup } from '../../src/cli/setup/setup.ts'
import { start } from '../../src/cli/start.ts'

describe('how a command is called', () => {
  it.each([
    ['with options', 'doctor', 'Usage: npm run doctor -- [--json]'],
    ['without any', 'check', 'Usage: npm run check'],
  ])('is told for one %s', (_which, command, line) => expect(usage(command)).toBe(line))

  it.each([
    ['an unknown option', ['--dayz', '3']],
    ['a value that is missing', ['--days']],
    ['a word that nobody asked for', ['other.yaml']],
  ])('was not understood with %s', (_what, args) => {
    expect(isMisused(thrownBy(() => parseArgs({ args, options: { days: { type: 'string' } } })))).toBe(true)
  })

  it.each([
    ['npm start', start],
    ['npm run setup', setup],
    ['npm run schema', schema],
  ])('is told where %s is given what it does not know', async (_name, command) => {
    const failure = await command(['--dayz']).catch((error: unknown) => error)
    expect(isMisused(failure)).toBe(true)
  })

  it('is not to blame for other failures', () => {
    expect(isMisused(new Error('no such file'))).toBe(false)
    expect(isMisused('no such file')).toBe(false)
  })
})

function thrownBy(run: () => unknown): unknown {
  try {
    return run()
  } catch (error) {
    return error
  }
}
