import { expect, it } from 'vitest'
import { createPermission } from '../../src/listeners/permission.ts'

const members = async (user: string) => user === 'U1'

it.each([
  ['a member of the channel may change it', undefined, 'U1', false, true],
  ['somebody else may not', undefined, 'U2', false, false],
  ['who asks from within the channel is a member', undefined, 'U2', true, true],
  ['an admin may, wherever they are', ['U9'], 'U9', false, true],
  ['where there are admins, a member may not', ['U9'], 'U1', true, false],
])('%s', async (_, admins, user, wasThere, may) =>
  expect(await createPermission(admins, members)(user, 'C1', wasThere)).toBe(may),
)
