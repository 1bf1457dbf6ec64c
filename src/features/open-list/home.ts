import type { HomeSection, HomeTab } from '../../listeners/home-section.ts'
import { type HomeAction, pageIn, stateOfList } from '../../listeners/payloads.ts'
import { context, divider, header, plainText, section } from '../../messages/kit/block-kit.ts'
import type { Block } from '../../model/message.ts'
import type { HomeLists, OpenList } from './command.ts'
import { openPerHomePage, openRows, readPageValue, say } from './messages.ts'

/** Each mention takes two blocks, and the buttons to turn the page one. */
const mostPerList = 2 + 2 * openPerHomePage + 1

export const openSection = ({ home }: Pick<OpenList, 'home'>): HomeSection => ({
  place: 'open',
  mostBlocks: 2 * mostPerList,
  async blocks(user, channels, { state, isNew, isUnsure }) {
    const pages = { openPage: pageIn(state, 'open'), minePage: pageIn(state, 'mine') }
    const lists = await home(user, channels, pages)
    return isNew || isUnsure ? mineBlocks(lists) : homeLists(lists)
  },
})

export const homeLists = (lists: HomeLists): Block[] => [...openBlocks(lists), ...mineBlocks(lists)]

function openBlocks({ open, negative, withOthers }: HomeLists): Block[] {
  if (open.total === 0)
    return [header(say.nothingIsOpen()), section(say.nothingWaits({ others: withOthers }))]
  const summary = say.negative({ negative, others: withOthers })
  return [header(say.needAnswers({ count: open.total })), context(plainText(summary)), ...openRows(open)]
}

const mineBlocks = ({ mine }: HomeLists): Block[] =>
  mine.total === 0 ? [] : [divider, header(say.yours({ count: mine.total })), ...openRows(mine)]

/** Presses on the home tab. */
export function createHomePresses({ act }: Pick<OpenList, 'act'>, home: HomeTab) {
  const press = (kind: Parameters<OpenList['act']>[2]) => async (action: HomeAction) =>
    home.answer(action, await act({ user: action.user, channel: '' }, action.value, kind))
  return {
    claim: press('claim'),
    done: press('done'),
    release: press('release'),
    async turnPage(action: HomeAction): Promise<void> {
      const list = readPageValue(action.value)
      await home.show(action.user, { ...action.state, ...(list && stateOfList(list)) })
    },
  }
}
