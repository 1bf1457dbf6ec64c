import { openCollection } from '../../../src/model/collection.ts'
import { settingKind } from '../../../src/model/made-settings.ts'
import type { Store } from '../../../src/store/store.ts'
import { start } from '../../tools/attack-people.ts'

/** Without `listen`, no form asks for the address of a site. */
export async function fill(store: Store): Promise<void> {
  const value = { feeds: ['https://blog.example/feed.xml'], sources: { news: true } }
  await openCollection(store, settingKind).put('listen', { value, by: 'setup', at: start })
}
