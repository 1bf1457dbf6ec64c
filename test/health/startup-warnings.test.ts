import { expect, it } from 'vitest'
import { ephemeralDiskPlatform, startupWarnings } from '../../src/health/startup-warnings.ts'

it.each([
  [{ DYNO: 'web.1' }, 'Heroku'],
  [{ K_SERVICE: 'overheard' }, 'Cloud Run'],
  [{ DYNO: '' }, undefined],
  [{}, undefined],
])('of %o the platform is %s', (variables, platform) => {
  expect(ephemeralDiskPlatform(variables)).toBe(platform)
})

it('warns of a disk that is wiped, unless the bookmarks are in a database', () => {
  expect(startupWarnings({ DYNO: 'web.1' }, {})).toMatchObject([
    { whatToDo: expect.stringContaining('DATABASE_URL') },
  ])
  expect(startupWarnings({ DYNO: 'web.1' }, { DATABASE_URL: 'postgres://db/overheard' })).toEqual([])
  expect(startupWarnings({}, {})).toEqual([])
})
