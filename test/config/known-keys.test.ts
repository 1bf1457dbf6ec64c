import { expect, it } from 'vitest'
import { knownKeys } from '../../src/config/configuration.ts'

it.each<[PropertyKey[], string[]]>([
  [['plan'], ['monthlyMentions']],
  [
    ['subscriptions', 3, 'only', 'reach'],
    ['from', 'to'],
  ],
  [
    ['subscriptions', 0, 'quiet', 'urgent', 'reach'],
    ['from', 'to'],
  ],
  [
    ['digests', 0],
    ['name', 'channel', 'alerts', 'compare', 'schedule', 'timezone', 'period', 'whenEmpty', 'people'],
  ],
  [['subscriptions'], []],
  [['nowhere', 'at', 'all'], []],
])('at the path %j, the configuration accepts exactly the keys %j', (path, keys) =>
  expect(knownKeys(path)).toEqual(keys),
)
