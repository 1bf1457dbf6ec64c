import { expect, it } from 'vitest'
import { stateChecks } from '../../../src/cli/doctor/local-checks.ts'
import { readPartialSettings } from '../../../src/config/settings.ts'
import { pauseSchema } from '../../../src/model/pause.ts'
import { openFolder } from '../../../src/store/file/open-folder.ts'
import { emptyFolder } from '../../tools/folder.ts'
import { withPlainSpaces } from '../../tools/message-sketch.ts'

it('the doctor does not count the checks of a subscription that people paused', async () => {
  const folder = emptyFolder()
  const setTimer = () => () => undefined
  const store = await openFolder(folder, { now: () => 0, setTimer, log: { warn: () => undefined } })
  await store.collection('pauses', pauseSchema).put('of 0', { id: 'p', at: 0, by: 'U1' })
  await store.close()
  const written = Array.from(
    { length: 11 },
    (_, index) => `  - { name: of ${index}, alert: A${index}, channel: C1 }`,
  )
  const settings = readPartialSettings({ DATA_DIR: folder }, 'none.yaml', () =>
    Buffer.from(['subscriptions:', ...written].join('\n')),
  )
  const inDatabase = async () => Promise.reject(new Error('there is none'))
  const found = (
    await Promise.all(stateChecks(settings, inDatabase, setTimer).map(({ run }) => run()))
  ).flat()
  expect(withPlainSpaces(found.at(-1)?.what ?? '')).toBe(
    'Overheard checks 10 alerts every 5 seconds on average, busy alerts more often.',
  )
})
