import { expect, it } from 'vitest'
import { manifestFor } from '../../../src/cli/slack-app.ts'
import { doNotDisturb } from '../../../src/features/do-not-disturb/feature.ts'

it('asks for its scope only if people are called, whichever feature calls them', () => {
  expect(manifestFor({}).oauth_config.scopes.bot).not.toContain('dnd:read')
  expect([true, false].map((areCalled) => doNotDisturb.needsSlack({}, areCalled))).toEqual([true, false])
})
