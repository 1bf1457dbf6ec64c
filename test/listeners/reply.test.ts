import { describe, expect, it } from 'vitest'
import { createReply } from '../../src/listeners/reply.ts'
import { createChartSupport } from '../../src/messages/fallbacks.ts'
import type { Content } from '../../src/model/message.ts'
import type { ResponseResult } from '../../src/slack/responses.ts'

const asker = { user: 'U1', channel: 'C1', responseUrl: 'http://slack.example/1' }
const charted: Content = { text: 'all', blocks: [{ type: 'section' }, { type: 'data_visualization' }] }

/** What was tried, in order: where, and how many blocks it had. */
async function tried(responses: ResponseResult[], whispers: boolean[] = [], times = 1): Promise<string[]> {
  const log: string[] = []
  const reply = createReply({
    respond: async (_, { blocks }, place) => {
      log.push(`${place} ${blocks.length}`)
      return responses.shift() ?? 'shown'
    },
    postEphemeral: async (_, { blocks }) => {
      log.push(`afresh ${blocks.length}`)
      return whispers.shift() === false ? { kind: 'refused', reason: 'not_in_channel' } : { kind: 'shown' }
    },
    charts: createChartSupport(() => 0),
    log: { warn: () => log.push('told the log') },
  })
  for (let time = 0; time < times; time++) await reply(asker, charted, 'beside')
  return log
}

describe('an answer', () => {
  it.each<[string, ResponseResult[], boolean[], string[]]>([
    ['goes through the response URL', [], [], ['beside 2']],
    ['goes without its chart where Slack refuses it', ['refused'], [], ['beside 2', 'beside 1']],
    [
      'goes as text where Slack refuses all blocks',
      ['refused', 'refused'],
      [],
      ['beside 2', 'beside 1', 'beside 0'],
    ],
    ['comes afresh where the URL is used up', ['over'], [], ['beside 2', 'afresh 2']],
    ['comes afresh where nobody knows whether it is shown', ['lost'], [], ['beside 2', 'afresh 2']],
    [
      'is told to the log where nothing works',
      ['over'],
      [false, false, false],
      ['beside 2', 'afresh 2', 'told the log', 'afresh 1', 'told the log', 'afresh 0', 'told the log'],
    ],
  ])('%s', async (_, responses, whispers, expected) => {
    expect(await tried(responses, whispers)).toEqual(expected)
  })

  it('has no chart from then on', async () => {
    expect(await tried(['refused'], [], 2)).toEqual(['beside 2', 'beside 1', 'beside 1'])
  })

  it('keeps its chart where the blocks are to blame, not the chart', async () => {
    expect(await tried(['refused', 'refused'], [], 2)).toEqual([
      'beside 2',
      'beside 1',
      'beside 0',
      'beside 2',
    ])
  })
})
