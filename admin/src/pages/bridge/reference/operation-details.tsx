import { Box, Flex, Typography } from '@strapi/design-system';
import type { OpenApiDocument, Operation } from '../../../../../contracts/rest/openapi/openapi-types';
import { CopyLine } from '../../../components/copy-line';
import { useTranslate } from '../../../hooks/use-translate';
import { curlCommand } from '../../../lib/curl-command';
import { type DescribedValue, parametersIn, valuesOf } from './schema-words';

export interface DescribedOperation {
  method: string;
  path: string;
  operation: Operation;
}

/** The endpoints with one tag, in the document's order. */
export function operationsOf(document: OpenApiDocument, tag: string): DescribedOperation[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([, operation]) => operation.tags.includes(tag))
      .map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
}

export interface OperationDetailsProps {
  described: DescribedOperation;
  document: OpenApiDocument;
  baseUrl: string;
}

/** One endpoint: how to call it, its parameters, and the contents of a response. */
export function OperationDetails({ described, document, baseUrl }: OperationDetailsProps) {
  const t = useTranslate();
  const { method, path, operation } = described;
  const success = operation.responses['200'];
  const schema =
    success !== undefined && 'content' in success ? success.content?.['application/json'].schema : undefined;
  const sent = operation.requestBody?.content['application/json'].schema;
  return (
    <Flex direction="column" alignItems="stretch" gap={4} padding={4}>
      {operation.description === undefined ? null : <Typography>{operation.description}</Typography>}
      {method === 'GET' ? (
        <CopyLine name={t('commerce-bridge.use.rest.curl')} text={curlCommand(`${baseUrl}${path}`)} />
      ) : null}
      <Values title={t('commerce-bridge.reference.parameters')} values={parametersIn(document, operation.parameters)} />
      <Values title={t('commerce-bridge.reference.body')} values={sent === undefined ? [] : valuesOf(sent, document)} />
      <Values
        title={t('commerce-bridge.reference.response')}
        values={schema === undefined ? [] : valuesOf(schema, document)}
      />
    </Flex>
  );
}

function Values({ title, values }: { title: string; values: DescribedValue[] }) {
  if (values.length === 0) return null;
  return (
    <Flex direction="column" alignItems="stretch" gap={2}>
      <Typography variant="sigma" tag="h4" textColor="neutral600">
        {title}
      </Typography>
      <Box tag="dl">
        {values.map(({ path, type, description }) => (
          <Box key={`${path} ${type}`} paddingTop={1} paddingBottom={1}>
            <Flex tag="dt" gap={2} wrap="wrap">
              <Typography tag="code" fontWeight="semiBold" style={mono}>
                {path}
              </Typography>
              <Typography tag="code" variant="pi" textColor="neutral600" style={mono}>
                {type}
              </Typography>
            </Flex>
            {description === '' ? null : (
              <Typography tag="dd" variant="pi" textColor="neutral600">
                {description}
              </Typography>
            )}
          </Box>
        ))}
      </Box>
    </Flex>
  );
}

const mono = { fontFamily: 'monospace', overflowWrap: 'anywhere' } as const;
