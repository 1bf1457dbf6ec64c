import { chart, checkLimits, data, labels, line, pie, times } from './samples.ts'

/** Limits of the data visualization block. */

checkLimits([
  ['charts of a message', 2, (n) => times(n, () => chart()), '/blocks'],
  ['title of a chart', 50, (n) => [chart({ title: 'x'.repeat(n) })], '/blocks/0/title'],
  [
    'series of a chart',
    6,
    (n) => [chart({ chart: line({ series: times(n, (index) => ({ name: `s${index}`, data: data(2) })) }) })],
    '/blocks/0/chart/series',
  ],
  [
    'name of a series of a chart',
    20,
    (n) => [chart({ chart: line({ series: [{ name: 'x'.repeat(n), data: data(2) }] }) })],
    '/blocks/0/chart/series/0/name',
  ],
  [
    'points of a chart',
    20,
    (n) => [
      chart({
        chart: line({ series: [{ name: 's', data: data(n) }], axis_config: { categories: labels(n) } }),
      }),
    ],
    '/blocks/0/chart/series/0/data',
  ],
  [
    'title of the x axis of a chart',
    50,
    (n) => [chart({ chart: line({ axis_config: { categories: labels(2), x_label: 'x'.repeat(n) } }) })],
    '/blocks/0/chart/axis_config/x_label',
  ],
  [
    'title of the y axis of a chart',
    50,
    (n) => [chart({ chart: line({ axis_config: { categories: labels(2), y_label: 'x'.repeat(n) } }) })],
    '/blocks/0/chart/axis_config/y_label',
  ],
  [
    'categories of a chart',
    20,
    (n) => [
      chart({
        chart: line({ series: [{ name: 's', data: data(n) }], axis_config: { categories: labels(n) } }),
      }),
    ],
    '/blocks/0/chart/axis_config/categories',
  ],
  ['segments of a pie chart', 6, (n) => [pie(data(n))], '/blocks/0/chart/segments'],
  [
    'label of a segment of a pie chart',
    20,
    (n) => [pie([{ label: 'x'.repeat(n), value: 1 }])],
    '/blocks/0/chart/segments/0/label',
  ],
])
