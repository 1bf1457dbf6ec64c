import type { Block } from '../../../../model/message.ts'
import type { Surface } from '../acts/press.ts'
import type { Page } from '../state/store.ts'

/** A block and where it stands. `key` names it among the blocks there. */
export type Placed = { page: Page; surface: Surface; block: Block; key: string }
