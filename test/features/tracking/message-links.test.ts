import { expect, it } from 'vitest'
import { readMessage } from '../../../src/features/tracking/message-links.ts'

const urlsOf = (message: unknown) => readMessage(message).links.map(({ url }) => url)

it('links come from formatted text, blocks, buttons and previews, each page once and in the order of the message', () => {
  const message = {
    text: 'See <https://a.example/1?utm_source=x|here> and <https://b.example/2>',
    blocks: [
      {
        type: 'rich_text',
        elements: [{ type: 'rich_text_section', elements: [{ type: 'link', url: 'https://b.example/2' }] }],
      },
      { type: 'section', text: { type: 'mrkdwn', text: '<https://c.example/3?a=1&amp;b=2>' } },
      { type: 'actions', elements: [{ type: 'button', url: 'https://d.example/4' }] },
    ],
    attachments: [{ from_url: 'https://www.a.example/1', title: 'The title' }, 'broken'],
  }
  expect(urlsOf(message)).toEqual([
    'https://b.example/2',
    'https://c.example/3?a=1&b=2',
    'https://d.example/4',
    'https://a.example/1?utm_source=x',
  ])
  expect(readMessage(message).links.at(-1)?.title).toBe('The title')
})

it('an address that an app wrote without making it a link counts, without the punctuation after it', () => {
  const text =
    'See https://a.example/1?a=1&amp;b=2, (https://b.example/2). <https://c.example/3|https://c.example>'
  expect(readMessage({ text })).toEqual({
    links: ['https://a.example/1?a=1&b=2', 'https://b.example/2', 'https://c.example/3'].map((url) => ({
      url,
    })),
    words: 'See , ().',
  })
})

it.each([
  ['mail addresses', '<mailto:kim@acme.example|kim@acme.example>'],
  ['people and channels', '<@U1> <#C1|brand> <!channel>'],
  ['links to messages of Slack', '<https://acme.slack.com/archives/C1/p1>'],
  ['hosts without a dot', '<http://localhost/1>'],
])('%s are no links to a post', (_, text) => {
  expect(urlsOf({ text })).toEqual([])
})

it.each([undefined, null, 'text', 7, {}, { text: 5, blocks: 'x', attachments: {} }])(
  'the message %j, which is not as Slack describes it, has no links',
  (message) => expect(readMessage(message)).toEqual({ links: [], words: '' }),
)

it('the words of a message have labels of links, and no addresses and people', () => {
  const text =
    'Hi <@U1>, &lt;b&gt; <https://a.example/1|the post> <https://b.example/2|https://b.example/2> in <#C1|brand>'
  expect(readMessage({ text }).words).toBe('Hi , <b> the post in #brand')
})
