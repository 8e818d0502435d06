import { Page } from '@strapi/strapi/admin';
import { Accordion, Flex, Link, Typography } from '@strapi/design-system';
import { NavLink } from 'react-router-dom';
import type { OpenApiDocument } from '../../../../../contracts/rest/openapi/openapi-types';
import { useGetApiDocumentQuery } from '../../../api/usage-api';
import { CopyLine } from '../../../components/copy-line';
import { LoadFailure } from '../../../components/load-failure';
import { PageFrame } from '../../../components/page-frame';
import { useTranslate } from '../../../hooks/use-translate';
import { permissions } from '../../../permissions';
import { pluginId } from '../../../plugin-id';
import { OperationDetails, operationsOf } from './operation-details';

/** The public REST API's OpenAPI document in readable form: its tags, each with its endpoints. */
export function ReferencePage() {
  return (
    <Page.Protect permissions={[permissions.readSettings]}>
      <Page.Main>
        <Reference />
      </Page.Main>
    </Page.Protect>
  );
}

function Reference() {
  const t = useTranslate();
  const { data, error, refetch } = useGetApiDocumentQuery(undefined);
  if (error !== undefined) return <LoadFailure error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Page.Loading />;
  const baseUrl = new URL(data.servers[0]?.url ?? '', window.location.origin).href;
  return (
    <PageFrame
      title={t('commerce-bridge.reference.title')}
      subtitle={t('commerce-bridge.reference.subtitle')}
      secondaryAction={
        <Link tag={NavLink} to={`/plugins/${pluginId}/setup`}>
          {t('commerce-bridge.reference.back')}
        </Link>
      }
    >
      <CopyLine name={t('commerce-bridge.use.rest.baseUrl')} text={baseUrl} />
      <CopyLine name={t('commerce-bridge.reference.document')} text={`${baseUrl}/openapi.json`} />
      {data.tags.map(({ name, description }) => (
        <Chapter key={name} name={name} description={description} document={data} baseUrl={baseUrl} />
      ))}
    </PageFrame>
  );
}

interface ChapterProps {
  name: string;
  description: string;
  document: OpenApiDocument;
  baseUrl: string;
}

function Chapter({ name, description, document, baseUrl }: ChapterProps) {
  const operations = operationsOf(document, name);
  if (operations.length === 0) return null;
  return (
    <Flex tag="section" aria-label={name} direction="column" alignItems="stretch" gap={3}>
      <Flex direction="column" alignItems="flex-start">
        <Typography variant="delta" tag="h2">
          {name}
        </Typography>
        <Typography variant="pi" textColor="neutral600">
          {description}
        </Typography>
      </Flex>
      <Accordion.Root>
        {operations.map((one) => (
          <Accordion.Item key={one.operation.operationId} value={one.operation.operationId}>
            <Accordion.Header>
              <Accordion.Trigger description={one.operation.summary}>{`${one.method} ${one.path}`}</Accordion.Trigger>
            </Accordion.Header>
            <Accordion.Content>
              <OperationDetails described={one} document={document} baseUrl={baseUrl} />
            </Accordion.Content>
          </Accordion.Item>
        ))}
      </Accordion.Root>
    </Flex>
  );
}
