import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hugeId, sampleArchive } from './sample.ts'
import { idsOf, noon, type Started, startService } from './start-service.ts'

const hour = 60 * 60 * 1000
let service: Started
let close = async (): Promise<void> => undefined

beforeAll(async () => {
  service = await startService({ mentionStore: sampleArchive().mentionStore }, (undo) => {
    close = undo
  })
})
afterAll(() => close())

const byId = ['10', '11', '12', '13', '14', hugeId]
const byDate = [hugeId, '10', '11', '12', '13', '14']

describe('the parameters of the mentions list (documentation § 4.2)', () => {
  it.each<[rule: string, parameters: Record<string, string | number>, ids: string[]]>([
    ['sort_by: date by default, newest first', {}, byDate],
    ['sort_by date, spelled out', { sort_by: 'date', sort_order: 'desc' }, byDate],
    ['sort_by date ascending', { sort_order: 'asc' }, byDate.toReversed()],
    ['sort_by id descending', { sort_by: 'id' }, byId.toReversed()],
    ['sort_by id ascending', { sort_by: 'id', sort_order: 'asc' }, byId],
    [
      'sort_by reach: equal reaches by id, descending',
      { sort_by: 'reach' },
      ['12', '10', hugeId, '13', '11', '14'],
    ],
    [
      'sort_by reach ascending',
      { sort_by: 'reach', sort_order: 'asc' },
      ['14', '11', '13', hugeId, '10', '12'],
    ],
    ['date_from: equal or later', { date_from: noon - 6 * hour }, [hugeId, '10', '11']],
    [
      'date_from: one millisecond more leaves the equal one out',
      { date_from: noon - 6 * hour + 1 },
      [hugeId, '10'],
    ],
    ['date_to: equal or earlier', { date_to: noon - 7 * hour }, ['12', '13', '14']],
    [
      'date_to: one millisecond less leaves the equal one out',
      { date_to: noon - 7 * hour - 1 },
      ['13', '14'],
    ],
    [
      'date_from and date_to with another sorting',
      { date_from: noon - 8 * hour, date_to: noon - 6 * hour, sort_by: 'id' },
      ['13', '12', '11'],
    ],
    ['since_id: only ids greater', { since_id: 12 }, [hugeId, '13', '14']],
    ['since_id with sort_by id', { since_id: 12, sort_by: 'id', sort_order: 'asc' }, ['13', '14', hugeId]],
    ['since_id beyond 2^53, one below', { since_id: '9007199254740992' }, [hugeId]],
    ['since_id beyond 2^53, equal', { since_id: hugeId }, []],
    ['since_id with leading zeros', { since_id: '00014' }, [hugeId]],
    ['source: one', { source: 'reddit' }, ['11']],
    ['source: several', { source: 'youtube,reddit,news-blogs' }, ['10', '11', '14']],
    ['source: one that nothing has', { source: 'vimeo' }, []],
    ['lang: one', { lang: 'de' }, ['11', '14']],
    ['lang: several, in any case', { lang: 'FR,en' }, [hugeId, '10', '13']],
    ['lang: unknown', { lang: 'unknown' }, ['12']],
    ['lang: unknown beside another', { lang: 'unknown,fr' }, ['12', '13']],
    ['country: one, without Instagram and Reddit', { country: 'US' }, ['12']],
    ['country: several, in any case', { country: 'de,GB' }, [hugeId, '10']],
    ['country: unknown includes all of Instagram and Reddit', { country: 'unknown' }, ['11', '13', '14']],
    ['reach_from: equal or greater', { reach_from: 300 }, [hugeId, '10', '12']],
    ['reach_from 0 is all', { reach_from: 0 }, byDate],
    ['reach_to: equal or less', { reach_to: 50 }, ['11', '13', '14']],
    ['reach_to 0: only mentions without reach', { reach_to: 0 }, ['14']],
    [
      'reach bounds with sort_by reach',
      { reach_from: 50, reach_to: 300, sort_by: 'reach', sort_order: 'asc' },
      ['11', '13', hugeId],
    ],
    ['tag: any by default', { tag: 'vip,press' }, ['10', '11', '14']],
    ['tag_match any', { tag: 'vip,press', tag_match: 'any' }, ['10', '11', '14']],
    ['tag_match all', { tag: 'vip,press', tag_match: 'all' }, ['10']],
    ['tag: one that nothing has', { tag: 'nobody' }, []],
    ['all filters must hold', { lang: 'de', tag: 'press', since_id: 10, reach_to: 50 }, ['14']],
    ['limit: the first of the order', { limit: 2 }, [hugeId, '10']],
    ['an unknown parameter is ignored', { colour: 'red' }, byDate],
  ])('are applied: %s', async (_rule, parameters, ids) => {
    expect(idsOf(await service.get('/v1.0/alerts/1/mentions', parameters))).toEqual(ids)
  })
})
