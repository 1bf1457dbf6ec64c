import { expect, it } from 'vitest'
import { noon, startService } from '../../../packages/listen/test/api/start-service.ts'
import { DataFileError, loadDataFile } from '../../../sandbox/mention-service/data-file.ts'
import { createMentionStore } from '../../../sandbox/mention-service/store.ts'

const alert = '{"alert": {"alert_id": 9007199254740993, "alert_name": "Acme brand"}}'
const mention = (id: string, more = '') =>
  `{"alert_id": 9007199254740993, "mention": {"id": ${id}, "date": 1, "url": "u", "author": {"name": "a"}, "source": "web"}${more}}`

function load(...lines: string[]) {
  const mentionStore = createMentionStore({ now: () => noon })
  loadDataFile(mentionStore, lines.join('\n'))
  return mentionStore
}

function problems(...lines: string[]): string[] {
  try {
    load(...lines)
  } catch (error) {
    if (error instanceof DataFileError) return error.problems
  }
  return []
}

it('the data file reader of the embedded mention service accepts alerts and mentions in any order, skips empty lines and keeps ids beyond 2^53 exact', () => {
  const mentionStore = load(mention('9007199254740995'), '', alert, mention('9007199254740994'), '  ')
  expect(mentionStore.alerts()).toMatchObject([{ alert_id: '9007199254740993', alert_type: 'mentions' }])
  expect(mentionStore.mentions('9007199254740993', 'id').map(({ id }) => id)).toEqual([
    '9007199254740994',
    '9007199254740995',
  ])
})

it('the data file reader of the embedded mention service fills in fields that are missing or null, and accepts a byte order mark', () => {
  const short =
    '{"id": 1, "date": 1, "url": "u", "title": null, "sentiment": null, "entities": {}, "author": {"name": null}}'
  const mentionStore = load(`\uFEFF${alert}\r`, `{"alert_id": 9007199254740993, "mention": ${short}}\r`)
  expect(mentionStore.mentions('9007199254740993', 'id')[0]?.body).toMatchObject({
    title: '',
    source: 'web',
    author: { name: '', audience: 0 },
    entities: { snippet: { highlighted_text: [] } },
  })
})

it('the data file reader of the embedded mention service keeps the profile of a mention’s author', async () => {
  const mentionStore = load(alert, mention('1', ', "profile": {"gender": "male"}'))
  const { get } = await startService({ mentionStore })
  const { body } = await get('/v1.0/alerts/9007199254740993/insights/total/gender', {
    date_from: '1970-01-01',
  })
  expect(body.alert_data?.insights?.value).toEqual({ male: 1 })
})

it('the data file reader of the embedded mention service reports every bad line at once', () => {
  expect(
    problems(
      'not json',
      alert,
      mention('1'),
      mention('1'),
      '{"alert_id": 5, "mention": {"id": 1, "date": 1, "url": "u", "author": {"name": "a"}, "source": "web"}}',
      '{"alert": {"alert_id": 6}}',
      mention('"x"'),
      '{"something": "else"}',
      alert,
    ),
  ).toEqual([
    expect.stringMatching(/^line 1: .*JSON/),
    'line 4: alert 9007199254740993 has a mention 1 already',
    'line 5: there is no alert 5',
    expect.stringMatching(/^line 6: alert\.alert_name: /),
    expect.stringMatching(/^line 7: mention\.id: /),
    expect.stringMatching(/^line 8: /),
    'line 9: there is an alert 9007199254740993 already',
  ])
})
