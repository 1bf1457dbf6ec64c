import { type Language, languageNow } from '../messages/kit/locale.ts'
import { english } from './english.ts'

/**
 * The words of times in other languages, each with the English words of the same meaning, in lower case. So there is one grammar. The table of the
 * language of now is read, because a word of one language is a name in another, such as “Bis” or “Para”. English words are read in each.
 */
type Table = {
  /** From Sunday and from January on. A day may have several words. */
  weekdays: string[]
  months: string[]
  words: Record<string, string>
  /** What is not a word between blanks, tried in this order. */
  patterns?: [RegExp, string][]
}

const counted = (one: string[], others: string[], unit: string) =>
  Object.fromEntries([...one.map((word) => [word, unit]), ...others.map((word) => [word, `${unit}s`])])

const numbers = (list: string) =>
  Object.fromEntries(list.split(' ').map((word, at) => [word, Object.keys(english.counts)[at + 3] ?? '']))

const tables: Record<Exclude<Language, 'en'>, Table> = {
  de: {
    weekdays: ['sonntag', 'montag', 'dienstag', 'mittwoch', 'donnerstag', 'freitag', 'samstag|sonnabend'],
    months: [
      ...['januar|jänner', 'februar', 'märz', 'april', 'mai', 'juni'],
      ...['juli', 'august', 'september', 'oktober', 'november', 'dezember'],
    ],
    words: {
      ...counted(['minute'], ['minuten'], 'minute'),
      ...counted(['stunde'], ['stunden', 'std'], 'hour'),
      ...counted(['tag'], ['tage', 'tagen'], 'day'),
      ...counted(['woche'], ['wochen'], 'week'),
      ...counted(['monat'], ['monate', 'monaten'], 'month'),
      ...counted(['jahr'], ['jahre', 'jahren'], 'year'),
      ...numbers('zwei drei vier fünf sechs sieben acht neun zehn elf zwölf'),
      ...{ ein: 'a', eine: 'a', einen: 'a', einem: 'a', einer: 'a', 'eine halbe': 'half an', und: 'and' },
      ...{
        bis: 'until',
        'bis zu': 'until',
        'bis zum': 'until',
        für: 'for',
        ab: 'from',
        von: 'from',
        vom: 'from',
      },
      ...{ um: 'at', uhr: '', am: 'on', den: '', der: '', lang: '', heute: 'today', morgen: 'tomorrow' },
      ...{ übermorgen: 'day after tomorrow', mittag: 'noon', mitternacht: 'midnight', immer: 'forever' },
      ...{ nächste: 'next', nächsten: 'next', nächster: 'next', nächstes: 'next', kommenden: 'next' },
      ...{
        'ende des tages': 'end of day',
        'ende der woche': 'end of week',
        'ende des monats': 'end of month',
      },
    },
    patterns: [
      [/(?<![\d:.])(\d{1,2}) uhr (\d\d)(?= |$)/g, '$1:$2'],
      [/(?<![\d:.])(\d{1,2}) uhr(?= |$)/g, '$1:00'],
    ],
  },
  es: {
    weekdays: ['domingo', 'lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado'],
    months: [
      ...['enero', 'febrero', 'marzo', 'abril', 'mayo', 'junio'],
      ...['julio', 'agosto', 'septiembre|setiembre', 'octubre', 'noviembre', 'diciembre'],
    ],
    words: {
      ...counted(['minuto'], ['minutos'], 'minute'),
      ...counted(['hora'], ['horas'], 'hour'),
      ...counted(['día'], ['días'], 'day'),
      ...counted(['semana'], ['semanas'], 'week'),
      ...counted(['mes'], ['meses'], 'month'),
      ...counted(['año'], ['años'], 'year'),
      ...numbers('dos tres cuatro cinco seis siete ocho nueve diez once doce'),
      ...{ un: 'a', una: 'a', 'media hora': 'half an hour', y: 'and', hasta: 'until', 'hasta el': 'until' },
      ...{
        durante: 'for',
        por: 'for',
        para: 'for',
        desde: 'from',
        'desde el': 'from',
        'a las': 'at',
        'a la': 'at',
      },
      ...{ el: 'on', de: 'of', hoy: 'today', mañana: 'tomorrow', 'pasado mañana': 'day after tomorrow' },
      ...{ mediodía: 'noon', medianoche: 'midnight', siempre: 'forever', próximo: 'next', próxima: 'next' },
      ...{ 'la próxima semana': 'next week', 'la semana que viene': 'next week' },
      ...{ 'el próximo mes': 'next month', 'el mes que viene': 'next month', 'fin de semana': 'end of week' },
      ...{ 'fin de mes': 'end of month' },
    },
  },
  fr: {
    weekdays: ['dimanche', 'lundi', 'mardi', 'mercredi', 'jeudi', 'vendredi', 'samedi'],
    months: [
      ...['janvier', 'février', 'mars', 'avril', 'mai', 'juin'],
      ...['juillet', 'août', 'septembre', 'octobre', 'novembre', 'décembre'],
    ],
    words: {
      ...counted(['minute'], ['minutes'], 'minute'),
      ...counted(['heure'], ['heures'], 'hour'),
      ...counted(['jour'], ['jours'], 'day'),
      ...counted(['semaine'], ['semaines'], 'week'),
      ...counted([], ['mois'], 'month'),
      ...counted(['année'], ['ans', 'années'], 'year'),
      ...numbers('deux trois quatre cinq six sept huit neuf dix onze douze'),
      ...{
        un: 'a',
        une: 'a',
        'un an': 'a year',
        'une demi-heure': 'half an hour',
        et: 'and',
        "jusqu'à": 'until',
        "jusqu'au": 'until',
      },
      ...{ "jusqu'en": 'until', pendant: 'for', pour: 'for', 'à partir de': 'from' },
      ...{
        'à partir du': 'from',
        dès: 'from',
        du: 'from',
        au: 'to',
        à: 'at',
        le: 'on',
        "aujourd'hui": 'today',
      },
      ...{ demain: 'tomorrow', 'après-demain': 'day after tomorrow', midi: 'noon', minuit: 'midnight' },
      ...{ toujours: 'forever', prochain: '', prochaine: '', 'la semaine prochaine': 'next week' },
      ...{
        'le mois prochain': 'next month',
        'la fin de la semaine': 'end of week',
        'la fin du mois': 'end of month',
      },
    },
    patterns: [
      [/(?<=(?:^| )à )(\d{1,2}) ?h(?:eures?)?(?= |$)/g, '$1:00'],
      [/(?<=(?:^| )à )(\d{1,2}) ?h(?:eures? )?(\d\d)(?= |$)/g, '$1:$2'],
    ],
  },
  ja: {
    weekdays: [
      '日曜日|日曜',
      '月曜日|月曜',
      '火曜日|火曜',
      '水曜日|水曜',
      '木曜日|木曜',
      '金曜日|金曜',
      '土曜日|土曜',
    ],
    months: Array.from({ length: 12 }, () => ''),
    words: {},
    patterns: [
      [/^(.+)から(.+?)まで$/g, 'from $1 until $2'],
      [/^(.+?)まで$/g, 'until $1'],
      [/(?<=\d) ?分間?/g, ' minutes '],
      [/(?<=\d) ?時間/g, ' hours '],
      [/(\d{1,2}) ?時 ?(\d{1,2}) minutes/g, ' $1:$2 '],
      [/(\d{1,2}) ?時半/g, ' $1:30 '],
      [/(\d{1,2}) ?時/g, ' $1:00 '],
      [/(\d{1,2}) ?月 ?(\d{1,2}) ?日/g, ' $2/$1 '],
      [/(?<=\d) ?日間?/g, ' days '],
      [/(?<=\d) ?週間/g, ' weeks '],
      [/(?<=\d) ?[かカヶヵケ箇]月間?/g, ' months '],
      [/(?<=\d) ?年間?/g, ' years '],
      [/明後日|あさって/g, ' day after tomorrow '],
      [/明日|あした/g, ' tomorrow '],
      [/今日/g, ' today '],
      [/来週/g, ' next week '],
      [/来月/g, ' next month '],
      [/正午/g, ' noon '],
      [/ずっと|無期限/g, ' forever '],
    ],
  },
  pt: {
    weekdays: [
      ...['domingo', 'segunda-feira|segunda', 'terça-feira|terça', 'quarta-feira|quarta'],
      ...['quinta-feira|quinta', 'sexta-feira|sexta', 'sábado'],
    ],
    months: [
      ...['janeiro', 'fevereiro', 'março', 'abril', 'maio', 'junho'],
      ...['julho', 'agosto', 'setembro', 'outubro', 'novembro', 'dezembro'],
    ],
    words: {
      ...counted(['minuto'], ['minutos'], 'minute'),
      ...counted(['hora'], ['horas'], 'hour'),
      ...counted(['dia'], ['dias'], 'day'),
      ...counted(['semana'], ['semanas'], 'week'),
      ...counted(['mês'], ['meses'], 'month'),
      ...counted(['ano'], ['anos'], 'year'),
      ...numbers('dois três quatro cinco seis sete oito nove dez onze doze'),
      ...{
        duas: 'two',
        um: 'a',
        uma: 'a',
        'meia hora': 'half an hour',
        e: 'and',
        até: 'until',
        'até o': 'until',
      },
      ...{ 'até a': 'until', 'até as': 'until', 'até às': 'until', por: 'for', durante: 'for', para: 'for' },
      ...{
        desde: 'from',
        'a partir de': 'from',
        às: 'at',
        as: 'at',
        de: 'of',
        hoje: 'today',
        amanhã: 'tomorrow',
      },
      ...{ 'depois de amanhã': 'day after tomorrow', 'meio-dia': 'noon', 'meia-noite': 'midnight' },
      ...{ sempre: 'forever', próximo: 'next', próxima: 'next', 'a próxima semana': 'next week' },
      ...{ 'semana que vem': 'next week', 'mês que vem': 'next month', 'fim da semana': 'end of week' },
      ...{ 'fim do mês': 'end of month' },
    },
  },
}

/** A term in which it finds nothing any more stays as it is, because a term is read in several steps. */
type Reader = (term: string) => string

const readers = new Map<string, Reader>()

function readerOf({ weekdays, months, words, patterns = [] }: Table): Reader {
  const named = (names: string[], ofEnglish: string[]) =>
    names.flatMap((name, at) => name.split('|').map((one) => [one, ofEnglish[at] ?? ''] as const))
  const all = new Map([
    ...Object.entries(words),
    ...named(weekdays, english.weekdays),
    ...named(months, english.months).filter(([name]) => name !== ''),
  ])
  const escaped = [...all.keys()]
    .toSorted((a, b) => b.length - a.length)
    .map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
  // Japanese has no blanks between words.
  const around = /[\u3040-\u30ff\u4e00-\u9fff]/.test(weekdays[0] ?? '')
    ? ['', '']
    : ['(?<=^| |\\d)', '(?=$| )']
  const word = new RegExp(`${around[0]}(?:${escaped.join('|')})${around[1]}`, 'gu')
  return (term) => {
    const replaced = patterns.reduce((text, [pattern, english]) => text.replaceAll(pattern, english), term)
    return replaced
      .replaceAll(word, (found) => ` ${all.get(found) ?? found} `)
      .replaceAll(/ +/g, ' ')
      .trim()
  }
}

/** Returns a term (`plainTime`) with the English words of what is said in the language of now. */
export function inEnglish(term: string): string {
  const language = languageNow()
  const table = Object.hasOwn(tables, language) ? tables[language as keyof typeof tables] : undefined
  if (table === undefined) return term
  const read = readers.get(language) ?? readerOf(table)
  readers.set(language, read)
  return read(term)
}
