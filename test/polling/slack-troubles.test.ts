import { expect, it } from 'vitest'
import { adviceFor } from '../../src/polling/slack-problems.ts'

it('says what names the scope that is missing: the code does not', () => {
  expect(adviceFor('missing_scope')).toContain('npm run doctor')
})

it('says of a refusal it does not know that it is tried again', () => {
  expect(adviceFor('something_new')).toContain('tries again by itself')
})
