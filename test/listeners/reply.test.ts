import { describe, expect, it } from 'vitest'
import { createReply } from '../../src/listeners/reply.ts'
import { createChartSupport } from '../../src/messages/kit/fallbacks.ts'
import type { Content } from '../../src/model/message.ts'
import type { ResponseResult } from '../../src/slack/responses.ts'

const asker = { user: 'U1', channel: 'C1', responseUrl: 'http://slack.example/1' }
const charted: Content = { text: 'all', blocks: [{ type: 'section' }, { type: 'data_visualization' }] }

/** Returns the attempts in order: the place, and the number of blocks. */
async function tried(responses: ResponseResult[], ephemerals: boolean[] = [], times = 1): Promise<string[]> {
  const log: string[] = []
  const reply = createReply({
    respond: async (_, { blocks }, place) => {
      log.push(`${place} ${blocks.length}`)
      return responses.shift() ?? 'shown'
    },
    postEphemeral: async (_, { blocks }) => {
      log.push(`afresh ${blocks.length}`)
      return ephemerals.shift() === false ? { kind: 'refused', reason: 'not_in_channel' } : { kind: 'shown' }
    },
    charts: createChartSupport(() => 0),
    log: { warn: () => log.push('logged') },
  })
  for (let time = 0; time < times; time++) await reply(asker, charted, 'beside')
  return log
}

it('an answer to a press in a thread comes there, also as an ephemeral message', async () => {
  const threads: unknown[] = []
  const reply = createReply({
    respond: async (_url, _content, _place, thread) => {
      threads.push(thread)
      return 'over'
    },
    postEphemeral: async ({ thread }) => {
      threads.push(thread)
      return { kind: 'shown' }
    },
    charts: createChartSupport(() => 0),
    log: { warn: () => undefined },
  })
  await reply({ ...asker, thread: '1.0' }, charted, 'beside')
  expect(threads).toEqual(['1.0', '1.0'])
})

it('an answer to a press in a thread that is gone comes in the channel', async () => {
  const threads: unknown[] = []
  const reply = createReply({
    respond: async () => 'over',
    async postEphemeral({ thread }) {
      threads.push(thread)
      return thread === undefined ? { kind: 'shown' } : { kind: 'refused', reason: 'thread_not_found' }
    },
    charts: createChartSupport(() => 0),
    log: { warn: () => threads.push('logged') },
  })
  await reply({ ...asker, thread: '1.0' }, charted, 'beside')
  expect(threads).toEqual(['1.0', '1.0', '1.0', undefined])
})

describe('the answer to a Slack user', () => {
  it.each<[string, ResponseResult[], boolean[], string[]]>([
    ['goes through the response URL', [], [], ['beside 2']],
    ['goes without its chart if Slack refuses the chart', ['refused'], [], ['beside 2', 'beside 1']],
    [
      'goes as text if Slack refuses all blocks',
      ['refused', 'refused'],
      [],
      ['beside 2', 'beside 1', 'beside 0'],
    ],
    ['goes as an ephemeral message if the response URL is used up', ['over'], [], ['beside 2', 'afresh 2']],
    [
      'goes as an ephemeral message if the response URL does not answer',
      ['lost'],
      [],
      ['beside 2', 'afresh 2'],
    ],
    [
      'is given up, with a log line, if Slack refuses every version',
      ['over'],
      [false, false, false],
      ['beside 2', 'afresh 2', 'afresh 1', 'afresh 0', 'logged'],
    ],
  ])('%s', async (_, responses, ephemerals, expected) => {
    expect(await tried(responses, ephemerals)).toEqual(expected)
  })

  it('is tried without its chart after Slack refused the chart of an earlier answer', async () => {
    expect(await tried(['refused'], [], 2)).toEqual(['beside 2', 'beside 1', 'beside 1'])
  })

  it('is tried with its chart after Slack refused an earlier answer even without the chart', async () => {
    expect(await tried(['refused', 'refused'], [], 2)).toEqual([
      'beside 2',
      'beside 1',
      'beside 0',
      'beside 2',
    ])
  })
})
