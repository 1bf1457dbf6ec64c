import type { Change, ShareChange } from '../../insights/change.ts'
import { short, signedPercent, signedPoints } from '../numbers.ts'

/** What follows a number: " ▲ 18 %", ", up from 2", ", none before"; nothing where the period before is unknown. */
export function changeWords(change: Change): string {
  switch (change.kind) {
    case 'unknown':
      return ''
    case 'none-in-either':
    case 'same':
      return ', as before'
    case 'none-before':
      return ', none before'
    case 'from-to':
      return `, ${change.to > change.from ? 'up' : 'down'} from ${short(change.from)}`
    case 'percent':
      return ` ${signedPercent(change.change)}`
  }
}

/** What follows a share: ", ▲ 5 points", ", 2 of 6 before", ", none before"; nothing where there is nothing to compare. */
export function shareChangeWords(change: ShareChange): string {
  switch (change.kind) {
    case 'unknown':
      return ''
    case 'none-before':
      return ', none before'
    case 'of':
      return `, ${short(change.part)} of ${short(change.whole)} before`
    case 'points':
      return `, ${signedPoints(change.difference)}`
  }
}
