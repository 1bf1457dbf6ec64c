import { expect, it } from 'vitest'
import { adviceFor } from '../../src/messages/problems/problem-texts.ts'

it('the advice for a missing permission of Slack names npm run doctor, because the error code does not say which permission is missing', () => {
  expect(adviceFor('missing_scope')).toContain('npm run doctor')
})

it('the advice for an unknown refusal says that Overheard tries again', () => {
  expect(adviceFor('something_new')).toContain('tries again by itself')
})
