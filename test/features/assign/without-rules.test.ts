import { expect, it } from 'vitest'
import { assign } from '../../../src/features/assign/feature.ts'
import { anyRooms } from '../../tools/anything.ts'

const rules = [{ when: { language: ['de'] }, to: ['U0123456789'] }]
const jobsOf = (file: object) => assign.create(anyRooms(), JSON.parse(JSON.stringify(file)))?.adds.jobs

it('rules look every two seconds for posts that wait for them', () => {
  expect(jobsOf({ assign: rules })).toMatchObject([{ cron: '*/2 * * * * *' }])
})

it('without rules, what an earlier configuration left is carried out once an hour', () => {
  expect(jobsOf({})).toMatchObject([{ cron: '0 * * * *' }])
})
