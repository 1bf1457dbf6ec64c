import { parseArgs } from 'node:util'
import { describe, expect, it } from 'vitest'
import { isMisused, usage } from '../../src/cli/output.ts'
import { schema } from '../../src/cli/schema.ts'
import { setup } from '../../src/cli/setup/setup.ts'
import { start } from '../../src/cli/start.ts'

describe('the usage line of a command', () => {
  it.each([
    ['names the options of a command that has some', 'doctor', 'Usage: npm run doctor -- [--json]'],
    ['names only the command if it has no options', 'check', 'Usage: npm run check'],
  ])('%s', (_which, command, line) => expect(usage(command)).toBe(line))

  it.each([
    ['an unknown option', ['--dayz', '3']],
    ['a missing value', ['--days']],
    ['an unexpected word', ['other.yaml']],
  ])('is printed after %s', (_what, args) => {
    expect(isMisused(thrownBy(() => parseArgs({ args, options: { days: { type: 'string' } } })))).toBe(true)
  })

  it.each([
    ['npm start', start],
    ['npm run setup', setup],
    ['npm run schema', schema],
  ])('is printed if %s gets an unknown option', async (_name, command) => {
    const failure = await command(['--dayz']).catch((error: unknown) => error)
    expect(isMisused(failure)).toBe(true)
  })

  it('is not printed after an error that has nothing to do with the arguments', () => {
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
