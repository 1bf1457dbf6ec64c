import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { type Configuration, readConfiguration } from '../../src/config/configuration.ts'
import { defaults } from './defaults.ts'

const text = readFileSync('config/overheard.yaml', 'utf8')
const lines = text.split('\n')

/** A # and one blank begin a remark. Every other line with # is an example, as the file itself explains. */
const isExample = (line: string) => /^#(?! \S)/.test(line)

function read(file: string): Configuration {
  const result = readConfiguration(file)
  if (!('configuration' in result)) throw new Error(result.errors.join('\n'))
  return result.configuration
}

describe('config/overheard.yaml', () => {
  it('is valid as shipped and has no subscriptions', () => {
    expect(read(text)).toEqual({
      ...defaults,
      subscriptions: [],
      digests: [],
      webhooks: [],
    })
  })

  it('has only remarks and examples besides its three empty lists', () => {
    expect(lines.filter((line) => line !== '' && !line.startsWith('#'))).toEqual([
      'subscriptions:',
      'digests:',
      'webhooks:',
    ])
  })

  it('is valid if every commented-out example is uncommented', () => {
    const { owner, links, subscriptions, digests, webhooks } = read(
      lines.map((line) => (isExample(line) ? line.slice(1) : line)).join('\n'),
    )
    expect(owner).toBe('U0123456789')
    expect(links.map(({ label }) => label)).toEqual(['Create issue'])
    expect(subscriptions.map(({ name }) => name)).toEqual(['acme', 'acme-complaints'])
    expect(digests.map(({ name }) => name)).toEqual(['weekly'])
    expect(webhooks).toEqual([
      {
        url: 'https://hooks.example.com/overheard',
        secretEnv: 'WEBHOOK_SECRET',
        events: ['mention.posted', 'mention.claimed', 'mention.done'],
        allowPrivate: false,
      },
    ])
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

  it('is valid if only one of its examples of timezone, locale, owner and doubtSeconds is uncommented', () => {
    const single = ['timezone', 'locale', 'owner', 'doubtSeconds']
    for (const key of single) {
      const changed = lines.map((line) => (line.startsWith(`#${key}:`) ? line.slice(1) : line)).join('\n')
      expect(changed).not.toBe(text)
      expect(readConfiguration(changed).errors).toEqual([])
    }
  })
})
