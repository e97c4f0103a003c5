export * from '../../../sandbox/standIns/crm';
