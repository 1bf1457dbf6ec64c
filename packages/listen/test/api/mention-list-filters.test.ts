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

describe('the parameters of the list of mentions in the mention service', () => {
  it.each<[rule: string, parameters: Record<string, string | number>, ids: string[]]>([
    ['sort by date by default, newest first', {}, byDate],
    ['sort by date with sort_by=date', { sort_by: 'date', sort_order: 'desc' }, byDate],
    ['sort by date in ascending order', { sort_order: 'asc' }, byDate.toReversed()],
    ['sort by id in descending order', { sort_by: 'id' }, byId.toReversed()],
    ['sort by id in ascending order', { sort_by: 'id', sort_order: 'asc' }, byId],
    [
      'sort by reach in descending order, with equal reaches by id',
      { sort_by: 'reach' },
      ['12', '10', hugeId, '13', '11', '14'],
    ],
    [
      'sort by reach in ascending order',
      { sort_by: 'reach', sort_order: 'asc' },
      ['14', '11', '13', hugeId, '10', '12'],
    ],
    ['include a date equal to date_from or later', { date_from: noon - 6 * hour }, [hugeId, '10', '11']],
    [
      'exclude a date that is one millisecond before date_from',
      { date_from: noon - 6 * hour + 1 },
      [hugeId, '10'],
    ],
    ['include a date equal to date_to or earlier', { date_to: noon - 7 * hour }, ['12', '13', '14']],
    ['exclude a date that is one millisecond after date_to', { date_to: noon - 7 * hour - 1 }, ['13', '14']],
    [
      'combine date_from and date_to with another sorting',
      { date_from: noon - 8 * hour, date_to: noon - 6 * hour, sort_by: 'id' },
      ['13', '12', '11'],
    ],
    ['exclude ids up to since_id', { since_id: 12 }, [hugeId, '13', '14']],
    [
      'combine since_id with sort_by=id',
      { since_id: 12, sort_by: 'id', sort_order: 'asc' },
      ['13', '14', hugeId],
    ],
    ['compare since_id exactly beyond 2^53 (one below an id)', { since_id: '9007199254740992' }, [hugeId]],
    ['compare since_id exactly beyond 2^53 (equal to an id)', { since_id: hugeId }, []],
    ['accept since_id with leading zeros', { since_id: '00014' }, [hugeId]],
    ['select one source', { source: 'reddit' }, ['11']],
    ['select several sources', { source: 'youtube,reddit,news-blogs' }, ['10', '11', '14']],
    ['select nothing for a source without mentions', { source: 'vimeo' }, []],
    ['select one language', { lang: 'de' }, ['11', '14']],
    ['select several languages in upper or lower case', { lang: 'FR,en' }, [hugeId, '10', '13']],
    ['select mentions without a known language with lang=unknown', { lang: 'unknown' }, ['12']],
    [
      'select mentions in a known language together with those without a known language',
      { lang: 'unknown,fr' },
      ['12', '13'],
    ],
    [
      'select one country, and nothing from Instagram and Reddit, which have no country',
      { country: 'US' },
      ['12'],
    ],
    ['select several countries in upper or lower case', { country: 'de,GB' }, [hugeId, '10']],
    [
      'select mentions without a country, also all from Instagram and Reddit, with country=unknown',
      { country: 'unknown' },
      ['11', '13', '14'],
    ],
    ['include a reach equal to reach_from or greater', { reach_from: 300 }, [hugeId, '10', '12']],
    ['include every mention with reach_from=0', { reach_from: 0 }, byDate],
    ['include a reach equal to reach_to or less', { reach_to: 50 }, ['11', '13', '14']],
    ['select only mentions without reach with reach_to=0', { reach_to: 0 }, ['14']],
    [
      'combine bounds of reach with sort_by=reach',
      { reach_from: 50, reach_to: 300, sort_by: 'reach', sort_order: 'asc' },
      ['11', '13', hugeId],
    ],
    ['select mentions with any of the tags by default', { tag: 'vip,press' }, ['10', '11', '14']],
    [
      'select mentions with any of the tags with tag_match=any',
      { tag: 'vip,press', tag_match: 'any' },
      ['10', '11', '14'],
    ],
    [
      'select mentions with all of the tags with tag_match=all',
      { tag: 'vip,press', tag_match: 'all' },
      ['10'],
    ],
    ['select nothing for a tag that no mention has', { tag: 'nobody' }, []],
    [
      'select only mentions for which all filters hold',
      { lang: 'de', tag: 'press', since_id: 10, reach_to: 50 },
      ['14'],
    ],
    ['limit a page to the first mentions of the order', { limit: 2 }, [hugeId, '10']],
    ['have no effect if their names are unknown', { colour: 'red' }, byDate],
  ])('%s (documentation § 4.2)', async (_rule, parameters, ids) => {
    expect(idsOf(await service.get('/v1.0/alerts/1/mentions', parameters))).toEqual(ids)
  })
})
