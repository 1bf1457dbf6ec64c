import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { withChangesFromSlack } from '../../src/cli/changes-from-slack.ts'
import { readConfiguration, withMadeSettings } from '../../src/config/configuration.ts'
import { formerNames } from '../../src/config/configuration-schema.ts'
import { namesByFormer, renamedWarnings, withNamesOfToday } from '../../src/config/renamed-keys.ts'
import { renamed } from '../../src/kernel/keys.ts'
import { runHere } from '../tools/command-here.ts'
import { emptyFolder } from '../tools/folder.ts'

const subscriptions = 'subscriptions: [{name: acme, alert: Acme, channel: C00000BRAND}]'

const former = [
  ['own', 'ownPosts', '{ authors: [Acme PR] }'],
  ['openFor', 'staysOpen', '7d'],
  ['worth', 'priority', '{ question: 4 }'],
] as const

function usable(text: string) {
  const read = readConfiguration(text)
  if (!('configuration' in read)) throw new Error(read.errors.join('; '))
  return read.configuration
}

describe.each(former)('the key %s, which is now called %s', (formerly, name, value) => {
  it('means the same by both names, and only the former one is noted', () => {
    const { renamed: noted, ...before } = usable(`${formerly}: ${value}\n${subscriptions}`)
    expect(before).toEqual(usable(`${name}: ${value}\n${subscriptions}`))
    expect(noted).toEqual([{ formerly, name }])
  })

  it('is an error if the file has both names', () =>
    expect(readConfiguration(`${name}: ${value}\n${formerly}: ${value}\n`).errors).toEqual([
      `line 2: ${formerly}: this is now called \`${name}\`, which is here, too: take one of them out`,
    ]))

  it('is named in errors as the file names it', () =>
    expect(readConfiguration(`timezone: UTC\n${formerly}: [1]\n`).errors).toEqual([
      expect.stringMatching(`^line 2: ${formerly}: expected `),
    ]))
})

it('a former name of a key of the top level means nothing elsewhere', () =>
  expect(
    readConfiguration('subscriptions: [{name: acme, alert: Acme, channel: C00000BRAND, worth: 1}]').errors,
  ).toEqual([expect.stringMatching(/subscriptions\[0\]\.worth: unknown key/)]))

it('no key has the former name of another one', () => {
  expect(formerNames.size).toBeGreaterThanOrEqual(former.length)
  for (const name of formerNames.values()) expect(formerNames.has(name)).toBe(false)
})

it('what was stored by a former name counts as the same key, and yields to the file by either name', () => {
  const made = (text: string) => {
    const read = withMadeSettings(usable(text), { openFor: '7d' })
    return 'configuration' in read ? read.configuration.staysOpen : read.errors
  }
  expect(made(subscriptions)).toBe(7 * 86_400_000)
  expect(made(`staysOpen: 3d\n${subscriptions}`)).toBe(3 * 86_400_000)
  expect(made(`openFor: 3d\n${subscriptions}`)).toBe(3 * 86_400_000)
})

it('each renamed key of a file leads to one warning, which names the new key', async () => {
  const lines = [...former.map(([formerly, , value]) => `${formerly}: ${value}`), subscriptions]
  const file = join(emptyFolder(), 'overheard.yaml')
  writeFileSync(file, lines.join('\n'))
  const { code, said } = await runHere(['check'], { CONFIG_FILE: file })
  expect(code).toBe(0)
  for (const [formerly, name] of former) {
    const [{ what, whatToDo } = { what: '', whatToDo: '' }] = renamedWarnings({
      renamed: [{ formerly, name }],
    })
    expect(what).toContain(`\`${name}\``)
    expect(said.split(`Warning: ${what}\n  → ${whatToDo}\n`)).toHaveLength(2)
  }
})

it('export-config writes the new names, and keeps comments, values and order', () => {
  const nothing = {
    settings: {},
    subscriptions: [],
    alerts: [],
    mutes: [],
    pauses: [],
    idOf: () => undefined,
  }
  const { text, drift } = withChangesFromSlack('# Open\nopenFor: 7d # a week\ntimezone: UTC\n', nothing, 0)
  expect({ text, drift }).toEqual({ text: '# Open\nstaysOpen: 7d # a week\ntimezone: UTC\n', drift: [] })
})

describe('withNamesOfToday', () => {
  const names = namesByFormer({ after: renamed('before', z.string()), other: z.string() })

  it('knows only the keys that had another name', () => expect([...names]).toEqual([['before', 'after']]))

  it('leaves what is no file, and a file without former names, as it is', () => {
    for (const values of [null, 3, 'before', ['before'], { other: 'x' }])
      expect(withNamesOfToday(values, names)).toEqual({ values, renamed: [] })
  })
})
