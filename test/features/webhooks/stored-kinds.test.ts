import { expect, it } from 'vitest'
import { messageSchemas } from '../../../src/cli/doctor/local-checks.ts'
import { storedKinds } from '../../../src/stored-kinds.ts'

it('the states of webhooks and the waiting events of version 0.2 are read', () => {
  expect(storedKinds.map(({ name }) => name)).toContain('webhooks')
  expect(Object.keys(messageSchemas)).toContain('webhook-events')
})
