import { expect, it } from 'vitest'
import { slackSubscriptions } from '../../src/store/made-subscriptions.ts'
import { recordFiles } from '../../src/store/record-files.ts'
import { everySetting, missingSettings } from '../every-setting.ts'
import { emptyFolder } from './folder.ts'

it('a subscription made in Slack comes back with every setting that a configuration may give', async () => {
  expect(missingSettings()).toEqual([])
  const folder = emptyFolder()
  const open = () => slackSubscriptions(recordFiles(folder, { warn: () => undefined }))
  const deed = { by: 'U1', at: 1 }
  const made = { subscription: everySetting(), created: deed, paused: deed, askedCatchUp: deed, ended: deed }
  await open().change('acme', () => made)
  expect(await open().find('acme')).toEqual(made)
})
