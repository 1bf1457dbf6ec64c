import type { OpenListPage } from '../messages/mention/open-target.ts'
import type { Content } from '../model/message.ts'

/** The lists of open mentions. */
export type OpenLists = {
  /** Draws a page of a list for a person. */
  answer(asking: { user: string; channel: string }, list: OpenListPage): Promise<Content>
}
