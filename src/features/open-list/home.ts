import type { HomeSection, HomeTab } from '../../listeners/home-section.ts'
import { type HomeAction, pageIn, stateOfList } from '../../listeners/payloads.ts'
import { context, divider, header, plainText, section } from '../../messages/kit/block-kit.ts'
import { grouped, plural } from '../../messages/kit/numbers.ts'
import type { Block } from '../../model/message.ts'
import type { HomeLists, OpenList } from './command.ts'
import { openPerHomePage, openRows, readPageValue } from './messages.ts'

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
  const others =
    withOthers === 0
      ? ''
      : `Colleagues are answering ${plural(withOthers, 'mention')}: /mentions open in a channel lists them.`
  if (open.total === 0) {
    const text = 'Nothing waits for an answer. New mentions appear here until somebody has them.'
    return [header('Nothing is open'), section([text, others].filter(Boolean).join(' '))]
  }
  const count = negative === 0 ? 'None is negative' : `${grouped(negative)} negative, which come first`
  const summary = `${count}. ${others}`.trim()
  return [header(`Needs an answer (${grouped(open.total)})`), context(plainText(summary)), ...openRows(open)]
}

const mineBlocks = ({ mine }: HomeLists): Block[] =>
  mine.total === 0 ? [] : [divider, header(`Yours (${grouped(mine.total)})`), ...openRows(mine)]

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
