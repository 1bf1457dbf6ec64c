import { expect, it } from 'vitest'
import { databaseTrouble } from '../../src/app/database-trouble.ts'
import { createTroubles } from '../../src/troubles.ts'

it('a database that is away is told once, however differently it fails meanwhile', () => {
  const told: string[] = []
  const troubles = createTroubles(() => 1000, {
    raised: ({ what }) => void told.push(what),
    cleared: () => void told.push('over'),
  })
  for (const reason of ['read ECONNRESET', 'write ECONNRESET', 'timeout exceeded when trying to connect'])
    troubles.raise('database', databaseTrouble(new Error(reason)))
  expect(troubles.find('database')?.what).toContain('timeout exceeded')
  troubles.clear('database')
  expect(told).toEqual(['The database cannot be used: read ECONNRESET.', 'over'])
})
