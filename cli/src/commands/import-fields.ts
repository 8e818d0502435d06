import { z } from 'zod';
import {
  type FieldImportOutcome,
  fieldImportPage,
  fieldImportPlan,
  type FieldImportProblem,
  type FieldToImport,
  type ImportedEntry,
  type ImportedValue,
  type UnreadableReason,
} from '../../../contracts/admin/field-import';
import type { CommandContext, Registration } from '../command';
import { CommandError, HalfDoneError } from '../command-error';
import { combined, type ExitCode, exitCodes } from '../exit-codes';
import { amount, table } from '../output/table';
import { read } from '../site/responses';

const options = z.object({
  dryRun: z.boolean().default(false),
  field: z.string().optional(),
  to: z.string().optional(),
  keepUnknown: z.boolean().default(false),
});
type Options = z.infer<typeof options>;

interface FieldReport extends FieldToImport {
  counts: Partial<Record<FieldImportOutcome, number>>;
  /** Number of values in entries that were not imported; values in components that no entry uses are not counted. */
  left: number;
  /** Only collected for scripts. */
  values: ImportedValue[];
}

/** `import-fields`: imports products that were chosen with the plugin `@strapi-community/bigcommerce`. */
export function addImportFields({ program, act }: Registration): void {
  program
    .command('import-fields')
    .description('import the products that editors chose in fields of @strapi-community/bigcommerce')
    .option('--dry-run', 'write nothing; show what would be done')
    .option('--field <name>', 'only fields of the other plugin with this name')
    .option('--to <name>', 'the "Commerce product" field that takes the products, where there are several')
    .option('--keep-unknown', 'also import products that this site has not cached')
    .action(act(async (context, given) => importFields(options.parse(given.options), context)));
}

async function importFields(given: Options, context: CommandContext): Promise<ExitCode> {
  const { site, output, isJson, interrupted } = context;
  const query = { field: given.field, to: given.to };
  const { fields } = await read(site, { method: 'GET', path: '/field-import', query }, fieldImportPlan);
  if (fields.length === 0 && (given.field !== undefined || given.to !== undefined)) throw nothingNamed(query);
  const reports: FieldReport[] = [];
  const failure = await importFieldsInto(reports, { fields, given, context });
  const found = reports.filter((report) => report.field !== report.target || sum(report) > 0);
  const result = { dryRun: given.dryRun, fields: found };
  if (isJson && failure === null) await output.json(result);
  if (!isJson && found.length > 0) for (const line of table([heading, ...found.map(rowOf)])) await output.line(line);
  if (failure !== null) throw new HalfDoneError(failure.error, result);
  if (!isJson && found.length === 0) await output.line('No field of @strapi-community/bigcommerce was found.');

  for (const { model, field, problem } of found)
    if (problem !== null) output.note(`${model}.${field}: ${adviceFor[problem]}`);
  if (given.dryRun && found.length > 0) output.note('Nothing was written (--dry-run).');
  if (!interrupted.aborted) return combined(found.flatMap(exitCodesOf));
  output.note('Interrupted; what was written is kept. The same command continues.');
  return exitCodes.failed;
}

function nothingNamed({ field, to }: { field: string | undefined; to: string | undefined }): CommandError {
  const named = [field === undefined ? '' : `--field ${field}`, to === undefined ? '' : `--to ${to}`];
  return new CommandError({
    exitCode: exitCodes.usage,
    message: `No field to import matches ${named.filter((part) => part !== '').join(' ')}.`,
    advice: 'Call the command with --dry-run and without these options: it shows all fields by name.',
  });
}

interface Work {
  given: Options;
  context: CommandContext;
}

/** Adds to the reports, including what was written before a failure (behavior 13.8); returns that failure. */
async function importFieldsInto(
  reports: FieldReport[],
  { fields, ...work }: Work & { fields: readonly FieldToImport[] },
): Promise<{ error: unknown } | null> {
  try {
    for (const field of fields) {
      if (work.context.interrupted.aborted) break;
      const report: FieldReport = { ...field, counts: {}, left: 0, values: [] };
      reports.push(report);
      await importField(field, report, work);
    }
    return null;
  } catch (error) {
    return { error };
  }
}

async function importField(
  field: FieldToImport,
  report: FieldReport,
  { given: { dryRun, keepUnknown }, context: { site, output, isJson, interrupted } }: Work,
): Promise<void> {
  for (let after: number | null = 0; after !== null && !interrupted.aborted; ) {
    const body = {
      model: field.model,
      field: field.field,
      target: field.target,
      after,
      dryRun: dryRun || field.target === null,
      keepUnknown,
    };
    const page: z.infer<typeof fieldImportPage> = await read(
      site,
      { method: 'POST', path: '/field-import', body },
      fieldImportPage,
    );
    for (const { outcome } of page.values) report.counts[outcome] = (report.counts[outcome] ?? 0) + 1;
    report.left += page.values.filter(({ outcome, entries }) => left.has(outcome) && entries.length > 0).length;
    if (isJson) report.values.push(...page.values);
    else
      for (const line of table(page.values.map((value) => lineOf(value, { ...field, dryRun }))))
        await output.line(line);
    after = page.next;
  }
}

const heading = ['FIELD', 'INTO', 'CONVERTED', 'CLEARED', 'ALREADY', 'KEPT', 'NOT CACHED', 'UNREADABLE', 'NO TARGET'];

function rowOf({ model, field, target, counts }: FieldReport): string[] {
  const shown: readonly FieldImportOutcome[] = [
    'converted',
    'cleared',
    'already',
    'kept',
    'unknown',
    'unreadable',
    'no_target',
  ];
  return [`${model}.${field}`, target ?? '-', ...shown.map((outcome) => amount(counts[outcome] ?? 0))];
}

function lineOf(
  { id, productId, outcome, reason, entries }: ImportedValue,
  { model, field, dryRun }: FieldToImport & { dryRun: boolean },
): string[] {
  const word =
    dryRun && (outcome === 'converted' || outcome === 'cleared') ? `would be ${words[outcome]}` : words[outcome];
  return [
    `${model}.${field}`,
    entries.length === 0 ? `row ${id}, which no entry holds` : entries.map(entryText).join('; '),
    productId === null ? '-' : String(productId),
    reason === null ? word : `${word}: ${reasons[reason]}`,
  ];
}

const entryText = ({ uid, documentId, locale, status }: ImportedEntry): string =>
  [uid, documentId, locale, status].filter((part) => part !== null).join(' ');

const sum = ({ counts }: FieldReport): number => Object.values(counts).reduce((all, count) => all + count, 0);

const left: ReadonlySet<string> = new Set<FieldImportOutcome>(['unknown', 'unreadable', 'no_target']);

/** Values that were not imported count as failed. */
function exitCodesOf(report: FieldReport): ExitCode[] {
  return [
    ...(report.left > 0 ? [exitCodes.failed] : []),
    ...(Object.keys(report.counts).some((outcome) => !left.has(outcome)) ? [exitCodes.done] : []),
  ];
}

const words: Readonly<Record<FieldImportOutcome, string>> = {
  converted: 'converted',
  cleared: 'cleared: it names no product',
  already: 'already converted',
  kept: 'other products are chosen already, and stay',
  unknown: 'left: the product is not cached',
  unreadable: 'left: cannot be read',
  no_target: 'left: nothing takes its product',
};

const reasons: Readonly<Record<UnreadableReason, string>> = {
  too_large: 'it is too large',
  not_json: 'it is not JSON',
  not_an_object: 'it is not an object',
  no_product: 'it names no product',
  not_an_id: 'its value is not a product id',
  two_products: 'it names two products',
};

const adviceFor: Readonly<Record<FieldImportProblem, string>> = {
  no_target: 'add a "Commerce product" field next to it, or name the one that is there with --to.',
  several_targets: 'several "Commerce product" fields are next to it; name one with --to.',
  shared_target: 'other fields would be imported into the same one; import one at a time with --field and --to.',
};
