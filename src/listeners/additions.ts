import type { CardFormPart, CardMenuEntry, SeveralEntry } from './card-menu.ts'
import type { ExportTable } from './export-table.ts'
import type { AlertChoice, HomeButton, HomeSection, HomeTab } from './home-section.ts'
import type { Registration } from './registration.ts'
import type { Subcommand } from './subcommand.ts'

/** What a feature adds to commands, cards, forms and the home tab. An absent field adds nothing. */
export type ListenerAdditions = {
  /** Lines of the help about cards, in mrkdwn. */
  cardHelp?: string[]
  subcommands?: Subcommand[]
  /** Tables of `/mentions export`. */
  tables?: ExportTable[]
  /** Registers listeners of buttons, forms and events. */
  listen?(on: Registration, home: HomeTab): void
  home?: HomeSection[]
  /** Buttons at the end of the home tab. */
  homeButtons?: HomeButton[]
  /** Entries in the menu of each alert on the home tab. */
  alertChoices?: AlertChoice[]
  /** Choices in the menu (**⋯**) of a card. */
  cardMenu?: CardMenuEntry[]
  /** Parts of the form behind **More…** of a card. */
  cardForm?: CardFormPart[]
  /** Choices in the form behind **Update several…** of a burst. */
  severalMenu?: SeveralEntry[]
}

/** The names of the additions that are lists. */
type Lists<Additions> = {
  [Name in keyof Additions]-?: NonNullable<Additions[Name]> extends readonly unknown[] ? Name : never
}[keyof Additions]

/** Returns the entries that all features add to a list. */
export type AllOf<Additions, Names extends keyof Additions = Lists<Additions>> = <Name extends Names>(
  name: Name,
) => NonNullable<Additions[Name]>
