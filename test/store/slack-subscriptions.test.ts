import { expect, it } from 'vitest'
import { recordFiles } from '../../src/store/file/record-files.ts'
import { slackSubscriptions } from '../../src/store/slack-subscriptions.ts'
import { everySetting, missingSettings } from '../tools/every-setting.ts'
import { emptyFolder } from '../tools/folder.ts'

it('a subscription made in Slack comes back with every setting that a configuration may give', async () => {
  expect(missingSettings()).toEqual([])
  const folder = emptyFolder()
  const open = () => slackSubscriptions(recordFiles(folder, { warn: () => undefined }))
  const deed = { by: 'U1', at: 1 }
  const made = { subscription: everySetting(), created: deed, paused: deed, askedCatchUp: deed, ended: deed }
  await open().change('acme', () => made)
  expect(await open().find('acme')).toEqual(made)
})
