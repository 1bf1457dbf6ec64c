import type { Time } from '../async/time.ts'
import type { Deadlines } from '../cards/open-mentions.ts'
import { ownWords } from '../listeners/commands/own-words.ts'
import type { HomeTab } from '../listeners/home-section.ts'
import type { Registration } from '../listeners/registration.ts'
import type { SpikeCardAddition } from '../messages/anomalies/spike.ts'
import type { DigestSection } from '../messages/digest-section.ts'
import type { Sentence } from '../messages/kit/dates.ts'
import { type CardMenu, menuChoices } from '../messages/mention/card-menu.ts'
import type { AbsenceOf } from '../model/absence.ts'
import type { PostedCard } from '../model/card.ts'
import type { MessageKey } from '../model/collection.ts'
import { requireDistinct } from '../model/distinct-names.ts'
import type { Id } from '../model/id.ts'
import type { DateRange } from '../model/insight.ts'
import { errorMessage, type Log } from '../model/log.ts'
import type { Mention } from '../model/mention.ts'
import type { OpenProblem, ReportedProblem } from '../model/problem.ts'
import { offeredActions, type RegisteredSubscription } from '../model/subscription.ts'
import type { Feature, RunningFeature, WrittenFile } from './feature.ts'
import type { Rooms } from './rooms.ts'

type Occasion = Parameters<AbsenceOf>[1]

type AbsenceReason = NonNullable<Awaited<ReturnType<AbsenceOf>>>

/** Slack allows this many choices in the menu of a message. */
const mostChoices = 5

/** A section of a feature has at most this many blocks. A message has at most 50 (Slack's limit), also with the sections of all features. */
export const mostBlocksOfSection = 6

/** What the choices do is not drawn. */
function menuOf(features: readonly RunningFeature[]): CardMenu {
  return {
    choices: features.flatMap(({ cardMenu = [] }) => cardMenu),
    form: features.flatMap(({ cardForm = [] }) => cardForm.flatMap(({ offered }) => offered ?? [])),
    several: features.flatMap(({ severalMenu = [] }) => severalMenu),
  }
}

/**
 * The running features, and what they add. Parts of the kernel get this before the features exist, because features are built from those
 * parts. Until `create`, everything except `problems` throws.
 */
export function createRunningFeatures(log: Pick<Log, 'error'>) {
  let created: RunningFeature[] | undefined
  /** Problems can be raised while the parts are built. */
  let early: ((feature: RunningFeature) => void)[] = []

  function running(): RunningFeature[] {
    if (created === undefined) throw new Error('the features are used before they are created')
    return created
  }

  const tellOfProblem = (tell: (feature: RunningFeature) => void): void => {
    if (created === undefined) early = [...early, tell]
    else for (const feature of created) tellSafely(feature, tell)
  }

  function tellSafely(feature: RunningFeature, tell: (feature: RunningFeature) => void): void {
    try {
      tell(feature)
    } catch (error) {
      log.error({ feature: feature.name, error: errorMessage(error) }, 'a feature could not take a problem')
    }
  }

  return {
    create(features: readonly Feature[], rooms: Rooms, file: WrittenFile): void {
      created = features.flatMap((feature) => feature.create(rooms, file) ?? [])
      const added = created.flatMap(({ subcommands = [] }) => subcommands)
      requireDistinct('subcommands', [...ownWords, ...added.map(({ word }) => word)])
      requireDistinct(
        'tables',
        created.flatMap(({ tables = [] }) => tables.map(({ word }) => word)),
      )
      requireRoomInMenu(menuOf(created))
      for (const tell of early) tellOfProblem(tell)
      early = []
    },
    problems: {
      raised: (problem: ReportedProblem) => tellOfProblem(({ problems }) => problems?.raised(problem)),
      cleared: (problem: OpenProblem) => tellOfProblem(({ problems }) => problems?.cleared(problem)),
      areHeard: () => created === undefined || created.some(({ problems }) => problems !== undefined),
    },
    hooks: () => running().map(({ name, hooks = {} }) => ({ name, hooks })),
    /** What features add to the help about cards. */
    cardHelp: () => running().flatMap(({ cardHelp = [] }) => cardHelp),
    tables: () => running().flatMap(({ tables = [] }) => tables),
    subcommands: () => running().flatMap(({ subcommands = [] }) => subcommands),
    calls: () => running().find(({ calls }) => calls !== undefined)?.calls,
    cardForm: () => running().flatMap(({ cardForm = [] }) => cardForm),
    menuEntries: () => running().flatMap(({ cardMenu = [] }) => cardMenu),
    severalEntries: () => running().flatMap(({ severalMenu = [] }) => severalMenu),
    /** What is drawn on cards. */
    cardMenu: () => menuOf(running()),
    async absenceOf(user: string, occasion: Occasion): Promise<AbsenceReason | undefined> {
      for (const { absenceOf } of running()) {
        const reason = await absenceOf?.(user, occasion)
        if (reason !== undefined) return reason
      }
      return undefined
    },
    corrections: async (alert: Id) =>
      (await Promise.all(running().map((feature) => feature.corrections?.(alert) ?? []))).flat(),
    /** Leaves out an addition that fails, because the card must not wait for it. */
    async spikeCards(place: MessageKey): Promise<SpikeCardAddition[]> {
      const added = running().map((feature) => feature.spikeCard?.(place).catch(() => undefined))
      return (await Promise.all(added)).filter((one) => one !== undefined)
    },
    deadlinesOf(card: PostedCard, mention: Mention): Deadlines | undefined {
      for (const { deadlinesOf } of running()) {
        const found = deadlinesOf?.(card, mention)
        if (found !== undefined) return found
      }
      return undefined
    },
    home: () => running().flatMap(({ home = [] }) => home),
    homeButtons: () => running().flatMap(({ homeButtons = [] }) => homeButtons),
    alertChoices: () => running().flatMap(({ alertChoices = [] }) => alertChoices),
    /** The buttons of a subscription in `/mentions list`. */
    listButtons: (listed: RegisteredSubscription) =>
      running()
        .flatMap(({ alertChoices = [] }) => alertChoices)
        .flatMap(({ label, listButton: action, isOffered }) =>
          action !== undefined && isOffered(listed) ? [{ label, action }] : [],
        ),
    openLists: () => running().find(({ openLists }) => openLists !== undefined)?.openLists,
    pauses: () => running().find(({ pauses }) => pauses !== undefined)?.pauses,
    reminderKinds: () => running().flatMap(({ reminderKinds }) => reminderKinds),
    changeKinds: () => running().flatMap(({ changeKinds }) => changeKinds),
    jobs: () => running().flatMap(({ jobs = [] }) => jobs),
    listen(on: Registration, home: HomeTab): void {
      for (const feature of running()) feature.listen?.(on, home)
    },
    async statusLines(): Promise<Sentence[]> {
      const lines = await Promise.all(running().map((feature) => feature.status?.()))
      return lines.filter((line) => line !== undefined)
    },
    /** Leaves out a section that fails, because the digest must not wait for it. */
    async digestSections(channel: string, range: DateRange): Promise<DigestSection[]> {
      const sections = running().map((feature) => feature.digest?.(channel, range).catch(() => undefined))
      return (await Promise.all(sections)).flatMap((section) =>
        section === undefined ? [] : [{ ...section, blocks: section.blocks.slice(0, mostBlocksOfSection) }],
      )
    },
    prune: (time: Time) => Promise.all(running().map((feature) => feature.prune?.(time))),
    /** Also after a start that failed. */
    stop: () => Promise.all((created ?? []).map((feature) => feature.stop?.())),
  }
}

/** Throws if a card that offers everything would have more choices than Slack allows. */
export function requireRoomInMenu(menu: CardMenu): void {
  const count = menuChoices('open', offeredActions, menu).length
  if (count > mostChoices)
    throw new Error(
      `the menu of a card has ${count} choices, but Slack allows ${mostChoices}: add to the form behind More… instead`,
    )
}
