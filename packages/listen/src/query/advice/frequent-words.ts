import { stopWords } from '../../store/counts/terms.ts'
import { fold } from '../fold.ts'

/** The most frequent words of English, most frequent first. */
const english =
  `the to and a of in i is for you that it on with this be are was have not as at but my they we so or by from me your
  all if what can just an like he will about up one do out no when get there has her more who would how some time now his them she
  their our know good think go people see us new day because want make then than only really need other love even back years could
  did here well after into too very should much most also am been were being said him its which over way first these still two any
  where work off got right today before life last never down every those little great world always same thing why many through`
    .trim()
    .split(/\s+/)

/** Frequent short words of other languages; `stopWords` has the longer ones. */
const others = new Set(
  `der die das ein den dem des ist ich du er sie es wir ihr mit auf von zu an im am um so da wie was nur man bei als war hat
  le la les un une et il je tu on ne pas du au en que qui est ce se sa son el los las y lo no se por con su al es un ya si mi te
  o os as um uma e ou na no do da dos das ao eu ele que di che non per una sono ho mi si il lo gli ma come da de het een van ik je
  niet op te zijn dat die voor met och att det som en jag är på inte med na w z i się nie to jak do ze o и в не на я что с а как это`
    .trim()
    .split(/\s+/),
)

/** Undefined for a word that is not frequent. */
export function rankOf(word: string): { rank: number; isEnglish: boolean } | undefined {
  const folded = fold(word).text
  const index = english.indexOf(folded)
  if (index !== -1) return { rank: index + 1, isEnglish: true }
  const isOther = others.has(word.toLowerCase()) || stopWords.has(word.toLowerCase())
  return isOther ? { rank: english.length, isEnglish: false } : undefined
}
