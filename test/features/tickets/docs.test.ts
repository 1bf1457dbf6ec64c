import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { readConfiguration } from '../../../src/config/configuration.ts'
import { linkPlaceholders } from '../../../src/features/tickets/link-template.ts'
import { filledLinks } from '../../../src/features/tickets/links.ts'
import { keys } from '../../../src/features/tickets/settings.ts'
import { sampleMention } from '../../tools/sample-mention.ts'

const fileKeys = z.object(keys.file)
const page = readFileSync('docs/use/tickets.md', 'utf8')

it('docs/use/tickets.md has examples of links that are valid and carry title and address of a mention to the service', () => {
  const examples = [...page.matchAll(/^```yaml\n([\s\S]*?)^```/gm)].map(([, yaml = '']) =>
    readConfiguration(yaml),
  )
  expect(examples.map(({ errors }) => errors)).toEqual([[]])
  const mention = sampleMention({ title: 'Acme & Co', url: 'https://news.example/?a=1' })
  const links = examples.flatMap((one) =>
    'configuration' in one ? fileKeys.parse(one.configuration.written).links : [],
  )
  const addresses = filledLinks(links, mention).map(({ label, url }) => [label, new URL(url)] as const)
  const values = new Map(
    addresses.map(([label, url]) => [label, [url.host, ...url.searchParams].join(' ')] as const),
  )
  for (const [service, host] of [
    ['GitHub issue', 'github.com'],
    ['GitLab issue', 'gitlab.com'],
    ['Jira issue', 'acme.atlassian.net'],
    ['Linear issue', 'linear.app'],
    ['Zendesk request', 'acme.zendesk.com'],
  ] as const) {
    expect(values.get(service)).toMatch(
      new RegExp(`^${host} .*Acme & Co.*https://news\\.example/\\?a=1`, 's'),
    )
  }
})

it('docs/use/tickets.md explains every placeholder of a link', () => {
  const rows = [...page.matchAll(/^\| `\{([^`]+)\}` \|/gm)].map(([, name]) => name)
  expect(rows.toSorted()).toEqual(linkPlaceholders.toSorted())
})
