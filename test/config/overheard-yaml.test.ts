import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { type Configuration, readConfiguration } from '../../src/config/configuration.ts'

const text = readFileSync('config/overheard.yaml', 'utf8')
const lines = text.split('\n')

/** One blank behind the # makes a remark; everything else behind a # is an example, as the file itself says. */
const isExample = (line: string) => /^#(?! \S)/.test(line)

function read(file: string): Configuration {
  const result = readConfiguration(file)
  if (!('configuration' in result)) throw new Error(result.faults.join('\n'))
  return result.configuration
}

describe('config/overheard.yaml', () => {
  it('is valid as it stands and watches nothing yet', () => {
    expect(read(text)).toEqual({ doubtSeconds: 30, timezone: 'UTC', subscriptions: [], digests: [] })
  })

  it('has remarks and examples only behind its two lists', () => {
    expect(lines.filter((line) => line !== '' && !line.startsWith('#'))).toEqual([
      'subscriptions:',
      'digests:',
    ])
  })

  it('is valid with every example switched on, down to the last option', () => {
    const { owner, subscriptions, digests } = read(
      lines.map((line) => (isExample(line) ? line.slice(1) : line)).join('\n'),
    )
    expect(owner).toBe('U0123456789')
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

  it('is valid with any one of its examples switched on, apart from what only goes with others', () => {
    const single = ['timezone', 'owner', 'doubtSeconds']
    for (const key of single) {
      const changed = lines.map((line) => (line.startsWith(`#${key}:`) ? line.slice(1) : line)).join('\n')
      expect(changed).not.toBe(text)
      expect(readConfiguration(changed).faults).toEqual([])
    }
  })
})
