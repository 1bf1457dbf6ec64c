import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { type Configuration, knownKeys, readConfiguration } from '../../src/config/configuration.ts'
import { defaults } from './defaults.ts'

const text = readFileSync('config/overheard.example.yaml', 'utf8')
const lines = text.split('\n')

/** A # and one blank begin a remark. Every other line with # is an example, as the file itself explains. */
const isExample = (line: string) => /^#(?! \S)/.test(line)

/** The file with its examples uncommented, except those of keys that do not exist, because the feature with that key was deleted. */
function uncommented(): string[] {
  let block: string | undefined
  let isLeft = false
  return lines.map((line) => {
    const [, sign, key] = /^(#?)(\w+):/.exec(line) ?? []
    if (key !== undefined) {
      block = key
      isLeft = sign === '#' && !knownKeys([]).includes(key)
    }
    const [, entryKey] = (block === 'subscriptions' && /^# {4}(\w+):/.exec(line)) || []
    const isUnknown = entryKey !== undefined && !knownKeys(['subscriptions', 0]).includes(entryKey)
    return isExample(line) && !isLeft && !isUnknown ? line.slice(1) : line
  })
}

function read(file: string): Configuration {
  const result = readConfiguration(file)
  if (!('configuration' in result)) throw new Error(result.errors.join('\n'))
  return result.configuration
}

describe('config/overheard.example.yaml', () => {
  it('is valid as shipped and has no subscriptions', () => {
    expect(read(text)).toEqual({
      ...defaults,
      subscriptions: [],
      digests: [],
      written: expect.anything(),
    })
  })

  it('has only remarks and examples besides its two empty lists', () => {
    expect(lines.filter((line) => line !== '' && !line.startsWith('#'))).toEqual([
      'subscriptions:',
      'digests:',
    ])
  })

  it('is valid if every commented-out example is uncommented', () => {
    const { subscriptions, digests } = read(uncommented().join('\n'))
    expect(subscriptions.map(({ name }) => name)).toEqual(['acme', 'acme-complaints'])
    expect(digests.map(({ name }) => name)).toEqual(['weekly'])
    const [, full] = subscriptions
    expect(full).toMatchObject({
      alert: '1002',
      timezone: 'America/New_York',
      backfill: 3,
      burst: 10,
      maxAge: 7 * 86_400_000,
      only: { sentiment: ['negative'], reach: { from: 1000, to: 900_000 } },
      except: { author: ['Acme PR'] },
    })
  })

  it('is valid if only one of its examples of timezone, language, locale and doubtSeconds is uncommented', () => {
    const single = ['timezone', 'language', 'locale', 'doubtSeconds']
    for (const key of single) {
      const changed = lines.map((line) => (line.startsWith(`#${key}:`) ? line.slice(1) : line)).join('\n')
      expect(changed).not.toBe(text)
      expect(readConfiguration(changed).errors).toEqual([])
    }
  })
})
