import { expect, it } from 'vitest'
import { createRespond } from '../../src/slack/responses.ts'

const content = { text: 'Hello', blocks: [] }

it.each([
  [200, 'ok', 'shown'],
  [200, '{"ok":true}', 'shown'],
  [200, '{"ok":false,"error":"invalid_blocks"}', 'refused'],
  [400, '{"ok":false,"error":"invalid_blocks"}', 'refused'],
  [400, 'invalid_blocks', 'refused'],
  [404, '{"ok":false,"error":"used_url"}', 'over'],
  [404, 'expired_url', 'over'],
  [200, '{"ok":false,"error":"expired_url"}', 'over'],
  [500, '<html>', 'lost'],
  [429, '', 'lost'],
])(
  'a response URL that responds with HTTP %i and the body %j has the result "%s" (over: it cannot be used any more; lost: no usable answer)',
  async (status, text, expected) => {
    const respond = createRespond(async () => new Response(text, { status }))
    expect(await respond('http://slack.example/1', content, 'beside')).toBe(expected)
  },
)

it('a response URL whose connection fails has the result "lost"', async () => {
  const respond = createRespond(() => Promise.reject(new TypeError('fetch failed')))
  expect(await respond('http://slack.example/1', content, 'beside')).toBe('lost')
})

it('a response through a response URL is visible only to the user, and can replace the message', async () => {
  const bodies: unknown[] = []
  const respond = createRespond(async (_, init) => {
    bodies.push(JSON.parse(String(init?.body)))
    return new Response('ok')
  })
  await respond('http://slack.example/1', content, 'in-place')
  expect(bodies).toEqual([
    { response_type: 'ephemeral', replace_original: true, text: 'Hello', mrkdwn: false },
  ])
})

it('a new response to a press in a thread comes there, and a replaced message stays where it is', async () => {
  const threads: unknown[] = []
  const respond = createRespond(async (_, init) => {
    threads.push(JSON.parse(String(init?.body)).thread_ts)
    return new Response('ok')
  })
  for (const place of ['beside', 'in-place'] as const)
    await respond('http://slack.example/1', content, place, '1.0')
  await respond('http://slack.example/1', content, 'beside')
  expect(threads).toEqual(['1.0', undefined, undefined])
})
